/// The Chinese of each text of the tables; a test finds texts without one.
enum Chinese {
    static let texts = [
        configuration, profile, sources, access, commands, sign, look, credentials, administer, troubleshoot,
        appServer,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }
}
