package import Sections
internal import Text

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
                    message: "\(Quote.of(text)) is not one of 100.100.100.200:PORT 127.0.0.1:PORT [::1]:PORT")
            })
    }
}
