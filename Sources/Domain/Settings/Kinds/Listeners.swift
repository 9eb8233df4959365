internal import Text

/// A loopback address and port.
package struct LoopbackListener: Equatable, Sendable {
    package let isIPv6: Bool
    package let port: UInt16
}

/// The address to listen on for programs that read the metadata of an ECS instance.
package enum MetadataPlace: Equatable, Sendable {
    /// 100.100.100.200, the address on an instance.
    case instance(port: UInt16)
    case loopback(LoopbackListener)
}

/// Whether metadata requests need a session token, in the terms of ECS.
package enum MetadataTokens: String, CaseIterable, Sendable {
    /// Hardened mode only: an attacker who makes a server fetch a URL cannot send the header of a session token.
    case required
    /// Normal mode is allowed too.
    case optional
}

extension Kind<LoopbackListener> {
    static var loopbackListener: Kind {
        Kind(
            write: { $0.text },
            read: { text, _ throws(Complaint) in
                guard let listener = LoopbackListener(text) else {
                    throw Complaint(message: "\(Quote.of(text)) is neither 127.0.0.1:PORT nor [::1]:PORT")
                }
                return listener
            })
    }
}

extension Kind<MetadataPlace> {
    static var metadataPlace: Kind {
        Kind(
            write: { listener in
                switch listener {
                case .instance(let port): "100.100.100.200:\(port)"
                case .loopback(let listener): listener.text
                }
            },
            read: { text, _ throws(Complaint) in
                if let port = text.port(after: "100.100.100.200:") { return .instance(port: port) }
                if let listener = LoopbackListener(text) { return .loopback(listener) }
                throw Complaint(
                    message: "\(Quote.of(text)) is none of 100.100.100.200:PORT 127.0.0.1:PORT [::1]:PORT")
            })
    }
}

extension LoopbackListener {
    fileprivate init?(_ text: String) {
        for (host, isIPv6) in [("127.0.0.1:", false), ("[::1]:", true)] {
            guard let port = text.port(after: host) else { continue }
            self.init(isIPv6: isIPv6, port: port)
            return
        }
        return nil
    }

    fileprivate var text: String { "\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }
}

extension String {
    /// The port, if the text is this host and a port.
    fileprivate func port(after host: String) -> UInt16? {
        guard hasPrefix(host) else { return nil }
        let digits = dropFirst(host.count)
        guard digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits), port > 0 else { return nil }
        return port
    }
}
