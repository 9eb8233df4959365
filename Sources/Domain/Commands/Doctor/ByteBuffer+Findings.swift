package import Bytes
internal import JSON

extension ByteBuffer {
    /// A JSON object with the findings, and whether all is well.
    package mutating func append(_ findings: [Finding]) {
        beginObject()
        member("ok", findings.isGood)
        member(array: "checks") { checks in
            for finding in findings { checks.append(finding) }
        }
        endObject()
    }

    private mutating func append(_ finding: Finding) {
        beginObject()
        member("id", finding.id)
        member("name", orNull: finding.name)
        member("status", finding.verdict.rawValue)
        member("message", finding.sentence)
        member("fix", orNull: finding.mend)
        endObject()
    }
}
