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
}

extension Judgement {
    /// The fields of the answer, and those of the request.
    private static let required: [(answer: StaticString, request: StaticString)] = [
        ("forward-host", "Host"), ("forward-endpoint", "Forward-Endpoint"),
        ("forward-authorization", "Authorization"), ("forward-content-md5", "Content-MD5"),
    ]

    private static let optional: [(answer: StaticString, request: StaticString)] = [
        ("forward-x-oss-date", "X-Oss-Date"), ("forward-x-oss-content-sha256", "X-Oss-Content-Sha256"),
        ("forward-x-oss-security-token", "X-Oss-Security-Token"), ("forward-x-amz-date", "X-Amz-Date"),
        ("forward-x-amz-content-sha256", "X-Amz-Content-Sha256"),
        ("forward-x-amz-security-token", "X-Amz-Security-Token"),
    ]

    /// Appends the target, the host, and the fields of the signature; `false`: the answer lacks one.
    func writeRequest(to output: inout ByteBuffer) -> Bool {
        guard let target = head.headers.firstValue(of: "forward-target", in: bytes.span) else { return false }
        output.append("POST ")
        output.append(bytes, target)
        output.append(" HTTP/1.1\r\n")
        for name in Judgement.required where !append(name, to: &output) { return false }
        for name in Judgement.optional { _ = append(name, to: &output) }
        return true
    }

    private func append(
        _ name: (answer: StaticString, request: StaticString), to output: inout ByteBuffer
    ) -> Bool {
        guard let value = head.headers.firstValue(of: name.answer, in: bytes.span), !value.isEmpty else {
            return false
        }
        output.append(name.request)
        output.append(": ")
        output.append(bytes, value)
        output.append("\r\n")
        return true
    }
}
