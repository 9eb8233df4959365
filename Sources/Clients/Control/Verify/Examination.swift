internal import Bytes
internal import CommandLine
internal import JSON
internal import Signing

/// The texts that a signature covers, beside those that OSS read.
struct Examination {
    private let claim: SignatureClaim
    /// The error document of OSS.
    private let answer: String?
    private let reveals: Bool
    private let canonicalRequest: SignedText
    private let stringToSign: SignedText
    /// The first part that differs.
    private let difference: String?

    /// `bucket`: where the host does not contain it.
    init(of request: SentRequest, answer: String?, bucket: String?, reveals: Bool) throws(UsageError) {
        guard answer == nil || answer?.element("Code") != nil else {
            throw UsageError(
                "this is not an error document of OSS, which has a <Code>; a proxy may have answered")
        }
        self.answer = answer
        self.reveals = reveals
        claim = try SignatureClaim(of: request)
        let signer = try claim.signer(of: request, bucket: bucket)
        canonicalRequest = SignedText(
            kind: .canonicalRequest, here: String(copying: signer.canonicalRequest.span),
            there: answer?.element("CanonicalRequest"))
        stringToSign = SignedText(
            kind: claim.version == .v1 ? .stringToSignV1 : .stringToSign,
            here: String(copying: signer.stringToSign.span), there: answer?.element("StringToSign"))
        difference =
            answer.flatMap(claim.difference) ?? canonicalRequest.difference ?? stringToSign.difference
    }

    /// Whether OSS reported no error.
    var isGood: Bool { answer == nil }
}

extension SignatureClaim {
    /// The answer to another request has another key or signature.
    fileprivate func difference(from answer: String) -> String? {
        // The error of an endpoint for S3 may have the name that S3 gives it.
        let keys = ["OSSAccessKeyId", "AWSAccessKeyId"].lazy.compactMap(answer.element)
        let isSame =
            (keys.first ?? keyID) == keyID && (answer.element("SignatureProvided") ?? signature) == signature
        return isSame ? nil : "the signature: this is the answer to another request, or a proxy signs again"
    }
}

// For people.
extension Examination {
    func page(_ ink: Ink) -> String {
        var text =
            answer.map {
                "\(ink(.bold, "difference")) \(sentence.visible.wrapped(from: 11, indent: 11))\n\n\(rows(of: $0))\n"
            } ?? ""
        let place = claim.isInURL ? "in the URL" : "in a header"
        text += "signature of \(claim.version.rawValue) \(place), key \(claim.keyID.visible)\n"
        for (title, signed) in [("Canonical request", canonicalRequest), ("String to sign", stringToSign)]
        where !signed.here.isEmpty {
            let marks = signed.there == nil ? "" : "  (< signed here, > by OSS)"
            text += "\n\(ink(.bold, title))\(marks)\n" + signed.page(ink, reveals: reveals)
        }
        return text
    }

    private static let causes = "'OSS answers with an error' in troubleshoot.md has the causes"

    private var sentence: String {
        if let difference { return difference }
        guard stringToSign.there != nil || canonicalRequest.there != nil else {
            return "unknown, since OSS does not say which text it signed; \(Examination.causes)"
        }
        return "none; \(Examination.causes)"
    }

    /// The values that the support of Alibaba Cloud asks for.
    private func rows(of answer: String) -> String {
        let message = answer.element("Message") ?? ""
        let rows = [
            ("OSS said", "\(answer.element("Code") ?? "")\(message.isEmpty ? "" : ": \(message)")"),
            ("EC", answer.element("EC")), ("RequestId", answer.element("RequestId")),
            ("see", answer.element("RecommendDoc")),
        ]
        return rows.compactMap { name, value in
            value.map { "\(name.padded(to: 10))\($0.visible.wrapped(from: 10, indent: 10))\n" }
        }.joined()
    }
}

// For programs.
extension Examination {
    func write(into output: inout ByteBuffer) {
        output.beginObject()
        output.member("accessKeyId", claim.keyID)
        output.member("version", claim.version.rawValue)
        output.member("difference", ifAny: difference)
        if let answer { output.append(answer: answer) }
        output.append("canonicalRequest", canonicalRequest, reveals: reveals)
        output.append("stringToSign", stringToSign, reveals: reveals)
        output.endObject()
    }
}

extension ByteBuffer {
    fileprivate mutating func append(answer: String) {
        name("answer")
        beginObject()
        member("code", answer.element("Code") ?? "")
        member("message", answer.element("Message") ?? "")
        member("ec", ifAny: answer.element("EC"))
        member("requestId", ifAny: answer.element("RequestId"))
        member("recommendDoc", ifAny: answer.element("RecommendDoc"))
        endObject()
    }

    fileprivate mutating func append(_ title: StaticString, _ signed: SignedText, reveals: Bool) {
        name(title)
        beginObject()
        member("signed", SignedText.shown(signed.here, reveals: reveals))
        member("server", ifAny: signed.there.map { SignedText.shown($0, reveals: reveals) })
        endObject()
    }
}
