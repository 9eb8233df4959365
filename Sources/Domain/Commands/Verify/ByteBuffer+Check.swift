internal import Bytes
internal import JSON

extension ByteBuffer {
    /// A JSON object with the verdict, the answer of OSS, the differences and the texts of both sides.
    mutating func append(_ check: SignatureCheck, reveals: Bool) {
        let verdict = check.verdict
        beginObject()
        name("good")
        value(verdict.isGood)
        member("code", verdict.code.rawValue)
        member("verdict", verdict.sentence)
        member("causes", verdict.causes)
        append(check.error)
        member("accessKeyId", ifAny: check.claim.keyID)
        append(verdict.differences, reveals: reveals)
        append(
            "canonicalRequest", check.shownRequest(check.texts.canonicalRequest, reveals: reveals),
            check.error?.canonicalRequest.map { check.shownRequest($0, reveals: reveals) })
        append(
            "stringToSign", check.shownString(check.texts.stringToSign, reveals: reveals),
            check.error?.stringToSign.map { check.shownString($0, reveals: reveals) })
        endObject()
    }

    private mutating func append(_ error: ServerError?) {
        guard let error else { return }
        name("answer")
        beginObject()
        member("code", error.code)
        member("message", error.message)
        member("ec", ifAny: error.errorCode)
        member("requestId", ifAny: error.requestID)
        member("recommendDoc", ifAny: error.recommendation)
        endObject()
    }

    private mutating func append(_ differences: [Difference], reveals: Bool) {
        name("differences")
        beginArray()
        for difference in differences {
            let isShort = difference.isSecret && !reveals
            beginObject()
            member("part", difference.part)
            member("signed", ifAny: isShort ? difference.here?.shortened : difference.here)
            member("server", ifAny: isShort ? difference.there?.shortened : difference.there)
            member("meaning", difference.meaning)
            endObject()
        }
        endArray()
    }

    private mutating func append(_ title: StaticString, _ here: String, _ there: String?) {
        name(title)
        beginObject()
        member("signed", ifAny: here)
        member("server", ifAny: there)
        endObject()
    }
}
