internal import Bytes
internal import Signing
internal import Text
internal import Time

extension SignatureClaim {
    /// OSS lets a URL of V4 live for a week at most.
    static let lives = 1...Int64(Signer.maximumExpires)

    /// What no signer writes so; `nil`: all has the form that it should have.
    func damage(in request: SentRequest) -> String? {
        guard let sentence = isInURL ? damageOfURL(request) : damageOfSignature else { return nil }
        return "\(isInURL ? "the URL" : "the Authorization header") is cut or changed: \(sentence)"
    }

    private func damageOfURL(_ request: SentRequest) -> String? {
        switch version {
        case .v1: guard Int64(date) != nil else { return "'\(date)' is no Expires" }
        case .v4:
            guard Timestamp(basicISO: date.utf8Span.span) != nil else { return "'\(date)' is no x-oss-date" }
            let life = request.parameter("x-oss-expires") ?? ""
            guard let seconds = Int64(life), Self.lives.contains(seconds) else {
                return "'\(life)' is no x-oss-expires, which goes from 1 to \(Self.lives.upperBound)"
            }
        }
        return damageOfSignature
    }

    private var damageOfSignature: String? {
        switch version {
        case .v1: Self.isHMAC(base64: signature) ? nil : "a signature of V1 is 20 bytes in base64"
        case .v4:
            signature.utf8.count == 64 && signature.utf8.allSatisfy { $0.hexValue != nil }
                ? nil : "a signature of V4 has 64 hexadecimal digits"
        }
    }

    private static func isHMAC(base64 text: String) -> Bool {
        var bytes = ByteBuffer(capacity: 32)
        return bytes.append(base64Decoding: text.utf8Span.span)?.count == 20
    }
}
