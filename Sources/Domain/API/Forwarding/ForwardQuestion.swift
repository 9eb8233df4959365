internal import Bytes
package import HTTP
internal import Text

/// The question of a proxy about one request of a local program, which the proxy sends on to OSS.
///
/// It has the headers of that request, unchanged, and `Forward-` headers that the proxy sets.
package struct ForwardQuestion {
    /// The ends of the connection between the program and the proxy.
    package let client: LoopbackEnd
    package let server: LoopbackEnd
    package let dialect: ForwardDialect
    /// The ranges of the request line and the host in the question.
    let method: Range<Int>
    let target: Range<Int>
    let host: Range<Int>

    package init(_ fields: HeaderBlock, in message: Span<UInt8>) throws(Problem) {
        var parts = Parts()
        var reader = FieldReader(fields, in: message)
        while let field = reader.next() { try parts.take(field, of: message) }
        client = try parts.end(parts.client, "Forward-Client", in: message)
        server = try parts.end(parts.server, "Forward-Server", in: message)
        method = try parts.value(parts.method, "Forward-Method")
        target = try parts.value(parts.target, "Forward-Target")
        host = try parts.value(parts.host, "Forward-Host")
        guard parts.authorization != nil || !message.extracting(target).isPresigned else {
            throw .invalidRequest(.profile(ForwardQuestion.presigned))
        }
        dialect = try ForwardDialect(authorization: message.extracting(parts.authorization ?? 0..<0))
    }

    /// The fields that the proxy sets, each of which must be there once.
    private struct Parts {
        var client: Range<Int>?
        var server: Range<Int>?
        var method: Range<Int>?
        var target: Range<Int>?
        var host: Range<Int>?
        var authorization: Range<Int>?

        mutating func take(_ field: Field, of message: Span<UInt8>) throws(Problem) {
            let value = field.value
            switch ForwardedField(message.extracting(field.name)) {
            case .client: try set(&client, value, "Forward-Client")
            case .server: try set(&server, value, "Forward-Server")
            case .method: try set(&method, value, "Forward-Method")
            case .target: try set(&target, value, "Forward-Target")
            case .host: try set(&host, value, "Forward-Host")
            case .authorization: try set(&authorization, value, "Authorization")
            case .ofBrowserOrProxy: throw .invalidRequest(.profile(ForwardQuestion.notLocal))
            case .ambiguous: throw .invalidRequest(.profile(ForwardQuestion.ambiguous))
            case .contentType, .contentMD5, .ofOSS, .ofAmazon, .other: break
            }
        }

        private func set(
            _ part: inout Range<Int>?, _ value: Range<Int>, _ name: StaticText
        ) throws(Problem) {
            guard part == nil else { throw .invalidRequest(.field(name, mustBe: "there only once")) }
            part = value
        }

        func value(_ part: Range<Int>?, _ name: StaticText) throws(Problem) -> Range<Int> {
            guard let part, !part.isEmpty else {
                throw .invalidRequest(.field(name, mustBe: "set by the proxy"))
            }
            return part
        }

        func end(
            _ part: Range<Int>?, _ name: StaticText, in message: Span<UInt8>
        ) throws(Problem) -> LoopbackEnd {
            guard let end = LoopbackEnd(message.extracting(try value(part, name))) else {
                throw .invalidRequest(.field(name, mustBe: "an address of 127.0.0.0/8 and a port"))
            }
            return end
        }
    }

    private static let notLocal =
        "a browser or another proxy sent this request (Origin, Sec-Fetch-Site, Via, X-Forwarded-For or Forwarded); "
        + "only programs of this host are served"
    private static let presigned =
        "a URL that a program signed with its dummy key is worth nothing; "
        + "'ossauthctl presign' and /v1/presign of ossauthd make URLs that are"
    private static let ambiguous =
        "a header that overrides the method, or one of x-oss- or x-amz- with an underscore in its name, "
        + "could mean something else to OSS"
}

/// The address and port of one end of a connection within this host, such as 127.0.0.1:471.
package struct LoopbackEnd: Equatable, Sendable {
    package let address: UInt32
    package let port: UInt16

    package init?(_ text: Span<UInt8>) {
        var numbers = InlineArray<4, UInt8>(repeating: 0)
        var start = 0
        for index in 0..<4 {
            let end = text.firstIndex(of: UInt8(ascii: index < 3 ? "." : ":"), from: start)
            guard let end, end - start <= 3, let number = text.extracting(start..<end).decimalValue,
                let byte = UInt8(exactly: number)
            else { return nil }
            numbers[index] = byte
            start = end + 1
        }
        guard numbers[0] == 127, text.count - start <= 5,
            let port = text.extracting(droppingFirst: start).decimalValue.flatMap(UInt16.init(exactly:)),
            port > 0
        else { return nil }
        address = (0..<4).reduce(0) { $0 << 8 | UInt32(numbers[$1]) }
        self.port = port
    }
}

/// The signature that a program made with its dummy key: nothing of it is checked, it only tells how to sign.
package enum ForwardDialect: Equatable, Sendable {
    case oss
    case s3

    /// A request without a signature is refused: a program that can be made to fetch a URL would reach objects.
    init(authorization: Span<UInt8>) throws(Problem) {
        if authorization.hasPrefix("OSS4-HMAC-SHA256 ") || authorization.hasPrefix("OSS ") {
            self = .oss
        } else if authorization.hasPrefix("AWS4-HMAC-SHA256 ") || authorization.hasPrefix("AWS ") {
            self = .s3
        } else {
            throw .invalidRequest(
                .field("Authorization", mustBe: "a signature of OSS or of S3, made with any key"))
        }
    }
}

/// The role of a header in the question of a proxy.
enum ForwardedField {
    case client, server, method, target, host
    case authorization
    case contentType, contentMD5
    case ofOSS, ofAmazon
    case ofBrowserOrProxy
    /// OSS might take it for another header, or for another method.
    case ambiguous
    case other

    init(_ name: Span<UInt8>) {
        if name.hasPrefixIgnoringCase("forward-") {
            self = ForwardedField(ofQuestion: name.extracting(droppingFirst: "forward-".utf8.count))
        } else if name.isAmbiguous {
            self = .ambiguous
        } else if name.hasPrefixIgnoringCase("x-oss-") {
            self = .ofOSS
        } else if name.hasPrefixIgnoringCase("x-amz-") {
            self = .ofAmazon
        } else if name.equalsIgnoringCase("authorization") {
            self = .authorization
        } else if name.equalsIgnoringCase("content-type") {
            self = .contentType
        } else if name.equalsIgnoringCase("content-md5") {
            self = .contentMD5
        } else {
            self = name.isOfBrowserOrProxy ? .ofBrowserOrProxy : .other
        }
    }

    private init(ofQuestion name: Span<UInt8>) {
        if name.equalsIgnoringCase("client") {
            self = .client
        } else if name.equalsIgnoringCase("server") {
            self = .server
        } else if name.equalsIgnoringCase("method") {
            self = .method
        } else if name.equalsIgnoringCase("target") {
            self = .target
        } else if name.equalsIgnoringCase("host") {
            self = .host
        } else {
            self = .other
        }
    }
}

extension Span<UInt8> {
    fileprivate var isOfBrowserOrProxy: Bool {
        equalsIgnoringCase("origin") || equalsIgnoringCase("sec-fetch-site") || equalsIgnoringCase("via")
            || equalsIgnoringCase("x-forwarded-for") || equalsIgnoringCase("forwarded")
    }

    /// Whether it has a signature in its query, of any version.
    fileprivate var isPresigned: Bool {
        for index in 0..<count {
            if extracting(droppingFirst: index).hasPrefixIgnoringCase("signature=") { return true }
        }
        return false
    }

    /// Whether a server that takes an underscore for a hyphen sees a header of OSS or of S3, or one that names the method.
    fileprivate var isAmbiguous: Bool {
        if beginsLike("x-http-method") || beginsLike("x-method-override") { return true }
        guard firstIndex(of: UInt8(ascii: "_")) != nil else { return false }
        guard !hasPrefixIgnoringCase("x-oss-meta-"), !hasPrefixIgnoringCase("x-amz-meta-") else {
            return false
        }
        return beginsLike("x-oss-") || beginsLike("x-amz-")
    }

    /// `prefix`: with hyphens, which may be underscores here.
    private func beginsLike(_ prefix: StaticString) -> Bool {
        let letters = prefix.bytes
        guard count >= letters.count else { return false }
        for index in 0..<letters.count {
            let byte = self[index] == UInt8(ascii: "_") ? UInt8(ascii: "-") : self[index].lowercased
            guard byte == letters[index] else { return false }
        }
        return true
    }
}

/// The work of a filter on the body before it is sent.
package enum ForwardDecoding: Sendable {
    /// Take the chunks of S3 off, which OSS accepts only with a signature for each.
    case chunks
    /// Send it to the daemon, which judges each of the keys to delete.
    case deletion
}
