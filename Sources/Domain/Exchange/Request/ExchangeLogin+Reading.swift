internal import JSON

extension ExchangeLogin {
    private enum Member: String {
        case tokenFile, user, passwordFile, tokenURL, client, clientSecretFile, scope, metadataTokenURL
    }

    /// `null`, or an object whose members tell which login it is.
    init(_ json: inout JSONReader) throws {
        self = .none
        if try json.takeNull() { return }
        var values: [Member: String] = [:]
        var seen: Set<Member> = []
        try json.beginObject()
        while let member = try json.nextMember(notIn: &seen) { values[member] = try json.text() }
        switch seen {
        case [.tokenFile]: self = .bearer(token: try SecretFile(values[.tokenFile]))
        case [.user, .passwordFile]:
            self = .basic(try BasicUser(values[.user] ?? ""), password: try SecretFile(values[.passwordFile]))
        case [.tokenURL, .client, .clientSecretFile], [.tokenURL, .client, .clientSecretFile, .scope]:
            self = .clientCredentials(
                try ClientLogin(
                    at: try ExchangeURL(values[.tokenURL] ?? ""), as: values[.client] ?? "",
                    secret: try SecretFile(values[.clientSecretFile]), scope: values[.scope]))
        case [.metadataTokenURL]:
            self = .metadata(tokenURL: try ExchangeURL(values[.metadataTokenURL] ?? ""))
        default: throw ExchangeError.login
        }
    }
}

extension SecretFile {
    fileprivate init(_ path: String?) throws(ExchangeError) {
        try self.init(path ?? "")
    }
}
