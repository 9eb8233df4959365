internal import Bytes
internal import Text

extension Kind<ServerURL> {
    static var url: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in try ServerURL(text) }
    }

    /// A host, with or without scheme and port, but nothing behind them.
    static var endpoint: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in
            let url = try ServerURL(text, defaultScheme: .https)
            guard url.target.isEmpty || url.target == "/" else {
                throw Complaint(message: "an endpoint has no path")
            }
            return ServerURL(url.scheme, host: url.host, port: url.port)
        }
    }

    /// An endpoint that is spoken to in TLS only, unless it is on this host.
    static var secureEndpoint: Kind {
        Kind(write: \.text) { text, environment throws(Complaint) in
            let url = try endpoint.read(text, environment)
            guard !url.isExposed else { throw Complaint(message: "this endpoint must be https") }
            return url
        }
    }
}

extension Kind<HeaderField> {
    private static let secret = ["authorization", "proxy-authorization", "cookie"]
    private static let own = ["connection", "content-length", "host", "transfer-encoding"]

    static var header: Kind {
        Kind(
            write: { "\($0.name): \($0.value)" },
            read: { text, _ throws(Complaint) in
                let name = text.prefix { $0 != ":" }
                guard !name.isEmpty, name.utf8.allSatisfy(ByteSet.token.contains), name.count < text.count
                else {
                    throw Complaint(message: "a header is written Name: value")
                }
                guard !secret.contains(name.lowercased()) else {
                    throw Complaint(message: "a secret does not belong here: use Authorization= and a file")
                }
                guard !own.contains(name.lowercased()) else {
                    throw Complaint(message: "this header is set by ossauthd itself")
                }
                let value = text.dropFirst(name.count + 1).drop { $0 == " " || $0 == "\t" }
                return HeaderField(name: String(name), value: String(value))
            })
    }
}

extension Kind<String> {
    /// The digest of a public key, as curl writes it.
    static var publicKeyPin: Kind {
        .text("a pin is sha256// and the base64 of the public key's SHA-256") { text in
            guard text.hasPrefix("sha256//") else { return false }
            var digest = ByteBuffer(capacity: 64)
            return digest.append(base64Decoding: String(text.dropFirst(8)).utf8Span.span)?.count == 32
        }
    }
}
