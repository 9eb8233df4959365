internal import Access
package import Bytes
internal import Contract
internal import HTTP
internal import Signing
internal import Text
internal import Time
internal import Tokens

extension SigningContext {
    /// Writes the request line, the host and the headers that the proxy sends to OSS in place of those of the program.
    mutating func answerForward(
        with credential: Credential, at time: Timestamp, keepAlive: Bool, to out: inout ByteBuffer
    ) throws(SigningError) {
        try signer.signHeader(&call.request, version: call.version, with: credential.signing, at: time)
        let body = ResponseWriter.begin(
            ResponseFields(.ok, contentType: "text/plain", keepAlive: keepAlive), into: &out
        ) { out in
            appendTarget(to: &out)
            appendSignature(with: credential, to: &out)
            if let decoding = call.decoding { out.append(decoding) }
            out.field("Forward-User", decimal: Int(forwardedCaller.user))
            out.field("Forward-Rule", forwardedCaller.rule.utf8Span.span)
            out.field("Forward-Generation", decimal: credential.generation)
        }
        ResponseWriter.finish(body, into: &out)
    }

    private func appendTarget(to out: inout ByteBuffer) {
        let url = signer.url.span
        let host = (url.firstIndex(of: UInt8(ascii: "/")) ?? 0) + 2
        let path = url.firstIndex(of: UInt8(ascii: "/"), from: host) ?? url.count
        if let endpoint = call.request.endpoint {
            out.field("Forward-Endpoint", call.request.text[endpoint.authority])
        }
        out.field("Forward-Host", url.extracting(host..<path))
        out.field("Forward-Target", url.extracting(path..<url.count))
    }

    private func appendSignature(with credential: Credential, to out: inout ByteBuffer) {
        out.field("Forward-Authorization", signer.authorization)
        let isS3 = call.version == .s3
        out.field(isS3 ? "Forward-X-Amz-Date" : "Forward-X-Oss-Date", signer.moment.date)
        let hash = isS3 ? call.request.payloadHashOfS3 : call.request.valueOfHeader(.payloadHash)
        if let hash {
            out.field(
                isS3 ? "Forward-X-Amz-Content-Sha256" : "Forward-X-Oss-Content-Sha256",
                call.request.text[hash])
        }
        if credential.signing.hasToken {
            out.field(
                isS3 ? "Forward-X-Amz-Security-Token" : "Forward-X-Oss-Security-Token",
                credential.signing.securityToken)
        }
        if !call.deletions.isEmpty, let hash = call.request.valueOfHeader(.contentMD5) {
            out.field("Forward-Content-MD5", call.request.text[hash])
        }
    }
}

extension ByteBuffer {
    /// Tells the proxy to send a bulk delete through the filter, before anything is signed.
    ///
    /// `user`: that of the program, whose share of the filter the request uses.
    package mutating func appendForwardedDeletion(of user: UInt32, keepAlive: Bool) {
        let fields = ResponseFields(.ok, contentType: "text/plain", keepAlive: keepAlive)
        let body = ResponseWriter.begin(fields, into: &self) { out in
            out.append(ForwardDecoding.deletion)
            out.field("Forward-User", decimal: Int(user))
        }
        ResponseWriter.finish(body, into: &self)
    }

    /// Writes the refusal: the error document that the program expects, and what the proxy needs to send and to log it.
    ///
    /// `auth_request` of nginx knows no other status than 403, so the document comes in a header then.
    /// `caller`: `nil`: the kernel did not say.
    package mutating func append(
        forwardRefusal problem: Problem, of caller: ForwardedCaller?, ofHead: Bool = false, as403: Bool,
        keepAlive: Bool
    ) {
        let document = ByteBuffer(errorDocumentOf: problem, to: caller)
        var fields = ResponseFields(
            as403 ? .forbidden : problem.statusOfForward, contentType: "application/xml",
            keepAlive: keepAlive)
        if !as403 { fields.retryAfter = problem.retryAfter }
        let body = ResponseWriter.begin(fields, into: &self) { out in
            if let caller { out.field("Forward-User", decimal: Int(caller.user)) }
            // An answer to HEAD has no body, so OSS puts the document into a header.
            if ofHead {
                out.append("Forward-X-Oss-Err: ")
                out.append(base64: document.span)
                out.append("\r\n")
            }
            out.field("Forward-X-Oss-Ec", problem.errorCode.utf8Span.span)
            if let rule = problem.rule { out.field("Forward-Rule", rule.utf8Span.span) }
            guard as403 else { return }
            out.field("Forward-Status", decimal: problem.statusOfForward.rawValue)
            out.field("Forward-Error", document)
            if let seconds = problem.retryAfter { out.field("Forward-Retry-After", decimal: seconds) }
        }
        if !as403 { append(document) }
        ResponseWriter.finish(body, into: &self)
    }

    fileprivate init(errorDocumentOf problem: Problem, to caller: ForwardedCaller?) {
        self.init(capacity: 512)
        append("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>")
        append(problem.codeOfForward)
        append("</Code><Message>ossauthd")
        if let caller {
            append(", to user ")
            append(xml: caller.text.unicodeScalars[...])
        }
        append(": ")
        append(xml: problem.detail.unicodeScalars.prefix(500))
        append("</Message><HostId>ossauthd</HostId><EC>")
        append(problem.errorCode)
        append("</EC></Error>")
    }

    fileprivate mutating func append(_ decoding: ForwardDecoding) {
        field("Forward-Decode", (decoding == .chunks ? "aws-chunked" as StaticString : "delete").bytes)
    }

    fileprivate mutating func field(_ name: StaticString, _ value: Span<UInt8>) {
        append(name)
        append(": ")
        append(value)
        append("\r\n")
    }

    fileprivate mutating func field(_ name: StaticString, _ value: borrowing ByteBuffer) {
        field(name, value.span)
    }

    fileprivate mutating func field(_ name: StaticString, decimal value: Int) {
        append(name)
        append(": ")
        append(decimal: value)
        append("\r\n")
    }
}

// The problems in the words of OSS and S3.
extension Problem {
    fileprivate var statusOfForward: HTTP.Status {
        switch self {
        case .notAllowed, .signatureRefused, .noSuchProfile, .noProfiles, .profileNotNamed: .forbidden
        case .rateLimited: .tooManyRequests
        case .noCredential, .keyChanged: .serviceUnavailable
        case .malformed, .invalidRequest, .noSuchRoute, .methodNotAllowed, .tooLarge: .badRequest
        }
    }

    fileprivate var codeOfForward: StaticString {
        switch statusOfForward {
        case .forbidden: "AccessDenied"
        case .tooManyRequests: "SlowDown"
        case .serviceUnavailable: "ServiceUnavailable"
        default: "InvalidArgument"
        }
    }

    /// Unlike those of OSS, so that readers do not look for it there.
    fileprivate var errorCode: String { "ossauthd-" + name.rawValue }

    /// The rule that comes nearest, or whose rate is used up.
    fileprivate var rule: String? {
        switch self {
        case .notAllowed(let refusal): refusal.rule
        case .rateLimited(.requests(let rule, _), _): rule
        default: nil
        }
    }

    var retryAfter: Int? {
        switch self {
        case .rateLimited(_, let seconds): seconds
        case .noCredential(let lack): lack.retryAfter
        default: nil
        }
    }
}
