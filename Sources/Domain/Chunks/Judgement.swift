package import Bytes
package import HTTP
internal import Text

/// The daemon's answer to the question about a list of objects to delete.
package struct Judgement: ~Copyable {
    private let head: ResponseHead
    private let bytes: ByteBuffer

    /// Reads the head of the answer; `nil`: it is incomplete.
    package init?(_ answer: borrowing ByteBuffer, _ scan: inout HeadScan) throws(HTTPError) {
        guard let head = try ResponseHead.decode(answer.span, &scan) else { return nil }
        self.head = head
        bytes = ByteBuffer(copying: answer.span)
    }

    package var isRefusal: Bool { head.status >= 400 }

    /// The fields of the request; those of the answer have `Forward-` before these names.
    private static let required: [StaticString] = ["host", "endpoint", "authorization", "content-md5"]

    private static let optional: [StaticString] = [
        "x-oss-date", "x-oss-content-sha256", "x-oss-security-token", "x-amz-date", "x-amz-content-sha256",
        "x-amz-security-token",
    ]

    /// Whether the daemon sets the field, or removes it.
    static func replaces(_ name: Span<UInt8>) -> Bool {
        (required + optional).contains { name.equalsIgnoringCase($0) }
    }

    /// Appends the target, the host, and the fields of the signature; `false`: the answer lacks one.
    func writeRequest(to output: inout ByteBuffer) -> Bool {
        guard let target = value("target") else { return false }
        output.append("POST ")
        output.append(bytes, target)
        output.append(" HTTP/1.1\r\n")
        for name in Judgement.required where !append(name, to: &output) { return false }
        for name in Judgement.optional { _ = append(name, to: &output) }
        return true
    }

    private func append(_ name: StaticString, to output: inout ByteBuffer) -> Bool {
        guard let value = value(name) else { return false }
        // nginx chooses the endpoint by this one.
        if name.bytes.equals("endpoint") { output.append("forward-") }
        output.append(name)
        output.append(": ")
        output.append(bytes, value)
        output.append("\r\n")
        return true
    }

    private func value(_ name: StaticString) -> Range<Int>? {
        var reader = FieldReader(head.headers, in: bytes.span)
        while let field = reader.next() {
            let found = bytes[field.name]
            guard found.hasPrefixIgnoringCase("forward-"),
                found.extracting(droppingFirst: "forward-".utf8.count).equalsIgnoringCase(name)
            else { continue }
            return field.value.isEmpty ? nil : field.value
        }
        return nil
    }
}
