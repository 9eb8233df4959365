/// Whom the daemon trusts, and as whom it comes.
package struct TLSSettings: Equatable, Sendable {
    /// `nil`: the authorities of the host.
    package internal(set) var authoritiesFile: String?
    package internal(set) var clientCertificate: String?
    package internal(set) var clientKey: SecretFile?
    package internal(set) var pinnedPublicKeys: [String] = []

    static let keys: [Key<TLSSettings>] = [
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
        .maybe("ClientCertificate", \.clientCertificate, .path, "Certificate to show to the server."),
        .maybe("ClientKey", \.clientKey, .secretFile, "Private key of that certificate."),
        .words(
            "PinnedPublicKey", \.pinnedPublicKeys, .publicKeyPin,
            "sha256//BASE64 of keys, one of which the server must have."),
    ]

    func check(in section: Section, _ reading: inout Reading) {
        if section.has("ClientCertificate"), !section.has("ClientKey") {
            reading.report(
                "ClientCertificate= needs ClientKey=", at: section.position(of: "ClientCertificate"))
        }
        if section.has("ClientKey"), !section.has("ClientCertificate") {
            reading.report("ClientKey= needs ClientCertificate=", at: section.position(of: "ClientKey"))
        }
    }
}
