internal import Settings

extension SourceKind {
    /// What the keys of the source are for.
    var explanation: String {
        switch self {
        case .appserver:
            """
            Tokens from a server of yours, over HTTP: by default it answers with StatusCode, AccessKeyId, \
            AccessKeySecret, SecurityToken and Expiration, as the mobile SDKs know it. Map= and Success= tell of \
            another form, Decoder= turns anything else into it.
            """
        case .manual: "Nothing is fetched: ossauthctl credentials set gives the profile its token."
        case .static: "A long-lived key of its own, from two files."
        case .remoteSigner:
            """
            The key stays on a server of yours, which is asked for each signature. All keys of Source=appserver but \
            Body= hold here too; Method= is POST.
            """
        case .assumeRole: "A role of RAM, for which STS is asked with the key of another profile."
        case .assumeRoleOIDC: "A role of RAM, for which STS is asked with the token of an identity provider."
        case .ecsRAMRole: "The role of this ECS instance, from its metadata service."
        case .credentialsURI: "A credential in six members, from one URL."
        case .process: "A command that prints a credential, in any form that is known."
        case .chain: "The first of other profiles that can sign."
        }
    }
}
