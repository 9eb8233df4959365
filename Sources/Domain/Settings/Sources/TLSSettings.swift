package import Exchange

/// Whom the daemon trusts, and as whom it comes.
package struct TLSSettings: Equatable, Sendable {
    /// `nil`: the authorities of the host.
    package internal(set) var authoritiesFile: String?
    package private(set) var clientCertificate: ClientCertificate?
    package internal(set) var pinnedPublicKeys: [PublicKeyPin] = []
    var certificateFile: String?
    var keyFile: SecretPlace?

    static let keys: [Key<TLSSettings>] = [
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
        .maybe("ClientCertificate", \.certificateFile, .path, "Certificate to show to the server."),
        .maybe("ClientKey", \.keyFile, .secretFile, "Private key of that certificate."),
        .words(
            "PinnedPublicKey", \.pinnedPublicKeys, .publicKeyPin,
            "sha256//BASE64 of keys, one of which the server must have."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if section.has("ClientCertificate"), !section.has("ClientKey") {
            reading.report(
                "ClientCertificate= needs ClientKey=", at: section.position(of: "ClientCertificate"))
        }
        if section.has("ClientKey"), !section.has("ClientCertificate") {
            reading.report("ClientKey= needs ClientCertificate=", at: section.position(of: "ClientKey"))
        }
        let pins = section.values(of: "PinnedPublicKey").flatMap { (try? $0.words()) ?? [] }
        if let excess = pins.dropFirst(ExchangeLimit.pins).first {
            reading.report("there are at most \(ExchangeLimit.pins) pins", at: excess.position)
        }
        guard let certificateFile, let keyFile else { return }
        do throws(ExchangeError) {
            clientCertificate = try ClientCertificate(certificateFile, key: try keyFile.named())
        } catch {
            reading.report(error.description, at: section.position(of: "ClientCertificate"))
        }
    }
}
