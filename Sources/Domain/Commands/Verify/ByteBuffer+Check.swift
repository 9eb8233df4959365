internal import Bytes
internal import JSON

extension ByteBuffer {
    /// A JSON object with the verdict, the differences and the texts of both sides.
    mutating func append(_ check: SignatureCheck) {
        let verdict = check.verdict
        beginObject()
        name("good")
        value(verdict.isGood)
        member("verdict", verdict.sentence)
        member("accessKeyId", ifAny: check.claim.keyID)
        append(verdict.differences)
        append("canonicalRequest", check.texts.canonicalRequest, check.error?.canonicalRequest)
        append("stringToSign", check.texts.stringToSign, check.error?.stringToSign)
        endObject()
    }

    private mutating func append(_ differences: [Difference]) {
        name("differences")
        beginArray()
        for difference in differences {
            beginObject()
            member("part", difference.part)
            member("signed", ifAny: difference.here)
            member("server", ifAny: difference.there)
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
