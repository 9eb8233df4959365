internal import CommandLine

/// The error document of OSS.
struct ServerError: Equatable, Sendable {
    let code: String
    let message: String
    let keyID: String?
    let signature: String?
    let canonicalRequest: String?
    let stringToSign: String?
    /// The detailed code, `EC`.
    let errorCode: String?
    let requestID: String?
    /// The URL of a page about the error.
    let recommendation: String?

    /// Reads an XML document; a missing element is `nil`.
    init(xml text: String) throws(UsageError) {
        guard let code = text.element("Code") else {
            throw UsageError(
                "this is not an error document of OSS, which has a <Code>; a proxy may have answered")
        }
        self.code = code
        message = text.element("Message") ?? ""
        // The error of an endpoint for S3 may have the name that S3 gives it.
        keyID = text.element("OSSAccessKeyId") ?? text.element("AWSAccessKeyId")
        signature = text.element("SignatureProvided")
        canonicalRequest = text.element("CanonicalRequest")
        stringToSign = text.element("StringToSign")
        errorCode = text.element("EC")
        requestID = text.element("RequestId")
        recommendation = text.element("RecommendDoc")
    }
}

extension String {
    /// The text of the first element with this name and without attributes.
    func element(_ name: String) -> String? {
        guard let start = place(of: "<\(name)>"), let end = place(of: "</\(name)>", from: start.upperBound)
        else { return nil }
        let text = Array(utf8)[start.upperBound..<end.lowerBound]
        return String(decoding: text, as: UTF8.self).unescapedXML
    }

    private var unescapedXML: String {
        let parts = split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let pieces = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2, let character = Unicode.Scalar(entity: pieces[0]) else {
                text += "&" + part
                return
            }
            text.unicodeScalars.append(character)
            text += pieces[1]
        }
    }
}

extension Unicode.Scalar {
    fileprivate init?(entity name: Substring) {
        let named: [Substring: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]
        if let scalar = named[name] {
            self = scalar
            return
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        self = scalar
    }
}
