package import Bytes
internal import JSON

extension ByteBuffer {
    /// A JSON array with an object for each finding.
    package mutating func append(_ findings: [Finding]) {
        beginArray()
        for finding in findings {
            beginObject()
            member("subject", finding.subject)
            member("verdict", finding.verdict.rawValue)
            member("finding", finding.sentence)
            member("mend", ifAny: finding.mend)
            endObject()
        }
        endArray()
    }
}
