/// Why a message is not valid HTTP or not supported, and at which byte.
///
/// The end of such a message is unknown, so answer with `status` and close the connection.
package struct HTTPError: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case malformedRequestLine, malformedStatusLine, malformedTarget, malformedEscape
        case malformedLineEnd, controlCharacter, malformedField, malformedContentLength, conflictingLengths
        case missingHost, malformedHost
        case unsupportedVersion, unsupportedTransferCoding, unsupportedExpectation
        case lengthRequired, contentTooLarge, targetTooLong, headTooLarge, tooManyFields
    }

    package let problem: Problem
    /// The number of bytes from the start of the message.
    package let offset: Int

    package init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// The status that a server answers with.
    package var status: Status {
        switch problem {
        case .malformedRequestLine, .malformedStatusLine, .malformedTarget, .malformedEscape,
            .malformedLineEnd,
            .controlCharacter, .malformedField, .malformedContentLength, .conflictingLengths, .missingHost,
            .malformedHost:
            .badRequest
        case .unsupportedVersion: .versionNotSupported
        case .unsupportedTransferCoding: .notImplemented
        case .unsupportedExpectation: .expectationFailed
        case .lengthRequired: .lengthRequired
        case .contentTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .headTooLarge, .tooManyFields: .headerFieldsTooLarge
        }
    }
}

extension HTTPError: CustomStringConvertible {
    package var description: String { "\(explanation) (at byte \(offset))" }

    private var explanation: StaticString {
        switch problem {
        case .malformedRequestLine: "the request line must be: method, space, target, space, HTTP/1.1"
        case .malformedStatusLine: "the status line must be: HTTP/1.1, space, three digits, space, reason"
        case .malformedTarget:
            "the target must be a path that begins with / and has all other characters escaped"
        case .malformedEscape: "a % must be followed by two hexadecimal digits"
        case .malformedLineEnd: "every line must end with CR LF"
        case .malformedField: "a header must be: name, colon, value, all on one line"
        case .controlCharacter: "no control character is allowed but tabs and the line ends"
        case .malformedContentLength: "Content-Length must be one number in digits"
        case .conflictingLengths: "Content-Length must come once, and not together with Transfer-Encoding"
        case .missingHost: "HTTP/1.1 demands a Host header"
        case .malformedHost: "Host must come once and be a host name with or without a port"
        case .unsupportedVersion: "use HTTP/1.1"
        case .unsupportedTransferCoding:
            "this transfer coding is not supported; send the body with a Content-Length"
        case .unsupportedExpectation: "the only expectation that is supported is 100-continue"
        case .lengthRequired:
            "a chunked body is not read; say its length in Content-Length, as 'curl --json' and 'curl --data' do"
        case .contentTooLarge: "the body is too large"
        case .targetTooLong: "the target is longer than 8 KiB"
        case .headTooLarge: "the head is longer than 16 KiB"
        case .tooManyFields: "there are more than 64 headers"
        }
    }
}

/// The limits of a head; the caller limits the body.
package enum HTTPLimit {
    /// About what nginx and other servers allow; the heads of our clients have 200 bytes.
    package static let headBytes = 16_384
    /// RFC 9112, 3 recommends at least 8,000.
    package static let targetBytes = 8_192
    /// Browsers send 20; each costs one or two comparisons.
    package static let fields = 64
    /// A petabyte: the sum of head and body must not overflow an `Int`.
    package static let contentLengthDigits = 15
}
