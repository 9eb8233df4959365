internal import Bytes
internal import Exchange
internal import Sections

// These kinds accept exactly the values that the fetch helper accepts, so a mistake is reported when the configuration
// is read and not at the first fetch.
extension Kind<ExchangeURL> {
    static var url: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in try ExchangeURL(written: text) }
    }

    /// A host with an optional scheme and port, and no path.
    static var endpoint: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in
            let url = try ExchangeURL(
                written: text.hasSuffix("/") ? String(text.dropLast()) : text, defaultScheme: "https://")
            guard url.isOrigin else { throw Complaint(message: "an endpoint has no path") }
            return url
        }
    }
}

extension ExchangeURL {
    /// Parses a URL as people write it: with a scheme in any case, or without one if there is a default.
    init(written text: String, defaultScheme: String = "") throws(Complaint) {
        let scheme = text.prefix { $0 != ":" }
        let rest = text.dropFirst(scheme.count)
        do throws(ExchangeURLError) {
            try self.init(checking: rest.hasPrefix("://") ? scheme.lowercased() + rest : defaultScheme + text)
        } catch {
            throw Complaint(message: error.description)
        }
    }
}

extension Kind<ExchangeHeader> {
    private static let secret = ["authorization", "proxy-authorization", "cookie"]

    static var header: Kind {
        Kind(
            write: { "\($0.name): \($0.value)" },
            read: { text, _ throws(Complaint) in
                let name = text.prefix { $0 != ":" }
                guard name.count < text.count else { throw Complaint(of: .headerName) }
                guard !secret.contains(name.lowercased()) else {
                    throw Complaint(message: "a secret does not belong here: use Authorization= and a file")
                }
                guard name.lowercased() != "host" else { throw Complaint(of: .headerReserved) }
                let value = text.dropFirst(name.count + 1).drop { $0 == " " || $0 == "\t" }
                return try mapping(ExchangeHeader(name: String(name), value: String(value))) {
                    (error: ExchangeError) in Complaint(of: error)
                }
            })
    }
}

extension Complaint {
    fileprivate init(of error: ExchangeError) {
        switch error {
        case .headerReserved: self.init(message: "this header is set by ossauthd itself")
        case .headerValue:
            self.init(message: "a header has no tabs in it and at most \(ExchangeLimit.headerBytes) bytes")
        default: self.init(message: "a header is written Name: value")
        }
    }
}

extension Kind<BasicUser> {
    /// A complaint does not repeat an invalid text.
    static var basicUser: Kind {
        Kind(write: \.name) { text, _ throws(Complaint) in
            try mapping(BasicUser(text)) { (_: ExchangeError) in
                Complaint(message: "a user of basic has at most 256 bytes, and no colon, which would end it")
            }
        }
    }
}

extension Kind<String> {
    /// The ID of an OAuth 2 client, or a scope.
    static var clientText: Kind {
        .text("a client or a scope has at most 1024 bytes, and no tabs", where: ClientLogin.isValid)
    }
}
