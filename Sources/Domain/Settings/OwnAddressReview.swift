internal import Exchange
internal import Sections

extension [Section] {
    /// Checks that no profile asks this daemon itself for its credential.
    ///
    /// Sockets of systemd are not in the configuration; their helper has a user of its own, which no role address serves.
    func checkOwnAddresses(_ reading: inout Reading) {
        for key in ["CompatListen", "MetadataListen"] {
            let daemon = first { $0.kind == .daemon }
            guard let address = daemon?.values(of: key).last?.text else { continue }
            // A proxy may be anywhere, and does not reach our loopback.
            for section in self where section.kind == .profile && !section.has("Proxy") {
                for server in section.servers where server.url.isPlain(at: address) {
                    reading.report(
                        "this daemon itself listens there (\(key)=), so the profile would ask itself: set the address of another "
                            + "server, or use Source=chain for another profile of this daemon",
                        at: server.position)
                }
            }
        }
    }
}

extension Section {
    fileprivate var servers: [(url: String, position: Position)] {
        let words = values(of: "URL").flatMap { (try? $0.words()) ?? [] }
        guard words.isEmpty, values(of: "Source").last?.text == SourceKind.ecsRAMRole.rawValue else {
            return words.map { ($0.text, $0.position) }
        }
        return [(ECSRAMRoleSettings().endpoint.text, position(of: "Source"))]
    }
}

extension String {
    /// Whether it is a URL of this address; our listeners speak no TLS.
    fileprivate func isPlain(at address: String) -> Bool {
        let authority = dropFirst(7).prefix { $0 != "/" && $0 != "?" }.lowercased()
        let place = authority.hasPrefix("localhost") ? "127.0.0.1\(authority.dropFirst(9))" : authority
        return hasPrefix("http://") && (place == address || "\(place):80" == address)
    }
}
