package import Bytes
package import CommandLine
internal import JSON

/// The texts that a signature covers, beside those that OSS read.
package struct Examination: Equatable, Sendable {
    private let claim: SignatureClaim
    private let error: ServerError?
    private let reveals: Bool
    private let canonicalRequest: TextPair
    private let stringToSign: TextPair
    /// The first part that differs.
    private let difference: String?

    /// `head`: the head of the request, where it is in a file; `answer`: the answer of OSS.
    package init(_ options: VerifyOptions, head: String, answer: String?) throws(UsageError) {
        error = try answer.map { text throws(UsageError) in try ServerError(xml: text) }
        let request = try options.request(head: head)
        claim = try SignatureClaim(of: request)
        let texts = try SignedTexts(of: request, claim, bucket: options.bucket)
        reveals = options.reveals
        canonicalRequest = TextPair(.canonicalRequest, texts.canonicalRequest, error?.canonicalRequest)
        stringToSign = TextPair(
            claim.version == .v1 ? .stringToSignV1 : .stringToSign, texts.stringToSign, error?.stringToSign)
        difference =
            error.flatMap(claim.difference) ?? canonicalRequest.difference ?? stringToSign.difference
    }

    /// Whether OSS reported no error.
    package var isGood: Bool { error == nil }
}

extension SignatureClaim {
    /// The answer to another request has another key or signature.
    fileprivate func difference(from error: ServerError) -> String? {
        let isSame = (error.keyID ?? keyID) == keyID && (error.signature ?? signature) == signature
        return isSame ? nil : "the signature: this is the answer to another request, or a proxy signs again"
    }
}

// For people.
extension Examination {
    package func page(_ ink: Ink) -> String {
        var text = error.map { "\(ink(.bold, "difference")) \(shownDifference)\n\n\(answer($0))\n" } ?? ""
        let place = claim.isInURL ? "in the URL" : "in a header"
        text += "signature of \(claim.version.rawValue) \(place), key \(claim.keyID.visible)\n"
        for (title, pair) in [("Canonical request", canonicalRequest), ("String to sign", stringToSign)]
        where !pair.here.text.isEmpty {
            let marks = pair.there == nil ? "" : "  (< signed here, > by OSS)"
            text += "\n\(ink(.bold, title))\(marks)\n" + pair.page(ink, reveals: reveals)
        }
        return text
    }

    private static let causes = "'OSS answers with an error' in troubleshoot.md has the causes"

    private var shownDifference: String { sentence.visible.wrapped(from: 11, indent: 11) }

    private var sentence: String {
        if let difference { return difference }
        guard error?.stringToSign != nil || error?.canonicalRequest != nil else {
            return "unknown, since OSS does not say which text it signed; \(Examination.causes)"
        }
        return "none; \(Examination.causes)"
    }

    /// The values that the support of Alibaba Cloud asks for.
    private func answer(_ error: ServerError) -> String {
        let rows = [
            ("OSS said", "\(error.code)\(error.message.isEmpty ? "" : ": \(error.message)")"),
            ("EC", error.errorCode), ("RequestId", error.requestID), ("see", error.recommendation),
        ]
        return rows.compactMap { name, value in
            value.map { "\(name.padded(to: 10))\($0.visible.wrapped(from: 10, indent: 10))\n" }
        }.joined()
    }
}

// For programs.
extension Examination {
    package func write(into output: inout ByteBuffer) {
        output.beginObject()
        output.member("accessKeyId", claim.keyID)
        output.member("version", claim.version.rawValue)
        output.member("difference", ifAny: difference)
        if let error { output.append(error) }
        output.append("canonicalRequest", canonicalRequest, reveals: reveals)
        output.append("stringToSign", stringToSign, reveals: reveals)
        output.endObject()
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ error: ServerError) {
        name("answer")
        beginObject()
        member("code", error.code)
        member("message", error.message)
        member("ec", ifAny: error.errorCode)
        member("requestId", ifAny: error.requestID)
        member("recommendDoc", ifAny: error.recommendation)
        endObject()
    }

    fileprivate mutating func append(_ title: StaticString, _ pair: TextPair, reveals: Bool) {
        name(title)
        beginObject()
        member("signed", pair.here.shown(reveals: reveals))
        member("server", ifAny: pair.there?.shown(reveals: reveals))
        endObject()
    }
}
