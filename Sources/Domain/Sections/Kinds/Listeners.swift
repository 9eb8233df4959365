internal import Text

/// A loopback address and port.
package struct LoopbackListener: Equatable, Sendable {
    package let isIPv6: Bool
    package let port: UInt16

    package init(isIPv6: Bool, port: UInt16) {
        self.isIPv6 = isIPv6
        self.port = port
    }
}

extension Kind<LoopbackListener> {
    package static var loopbackListener: Kind {
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

extension LoopbackListener {
    package init?(_ text: String) {
        for (host, isIPv6) in [("127.0.0.1:", false), ("[::1]:", true)] {
            guard let port = text.port(after: host) else { continue }
            self.init(isIPv6: isIPv6, port: port)
            return
        }
        return nil
    }

    package var text: String { "\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }
}

extension String {
    /// The port, if the text is this host and a port.
    package func port(after host: String) -> UInt16? {
        guard hasPrefix(host) else { return nil }
        let digits = dropFirst(host.count)
        guard digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits), port > 0 else { return nil }
        return port
    }
}
