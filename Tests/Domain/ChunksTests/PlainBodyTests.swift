import Bytes
import Chunks
import HTTP
import TestSupport
import Testing

/// Bodies as the SDKs of AWS send them.
struct PlainBodyTests {
    private static let content = "Hello, world"
    /// Of the content, computed with awscrt.
    private static let checksums: [(ChecksumKind, String)] = [
        (.crc32, "55qpwg=="),
        (.crc32c, "W8oUOQ=="),
        (.crc64nvme, "GkNJgVi4PvA="),
        (.sha1, "4CqhsQbVx8apje8rEwBdW4T9jcg="),
        (.sha256, "SufDtqwL7/Zx76jPVzhhUcBuWMpTp42D82EHMWzsEl8="),
    ]

    private func request(_ fields: String) throws(FilterProblem) -> FilterRequest {
        var scan = HeadScan()
        let head = ByteBuffer(
            copying: "PUT /key HTTP/1.1\r\nHost: h\r\nForward-Decode: aws-chunked\r\n\(fields)\r\n".utf8Span
                .span)
        guard let request = try FilterRequest.read(head, &scan) else { throw .noInstruction }
        return request
    }

    /// The content, and whether the last byte came with the end of the body.
    private func decode(_ body: String, _ fields: String, length: Int = content.utf8.count)
        throws(FilterProblem)
        -> String
    {
        let lengths = "Content-Length: \(body.utf8.count)\r\nx-amz-decoded-content-length: \(length)\r\n"
        var plain = try request(lengths + fields).body()
        var output = ByteBuffer()
        for byte in body.utf8 {
            let isComplete = plain.isComplete
            #expect(!isComplete && (length == 0 || output.count < length))
            var input = ByteBuffer()
            input.append(byte)
            try plain.take(input, into: &output)
        }
        let isComplete = plain.isComplete
        #expect(isComplete)
        return String(copying: output.span)
    }

    @Test(arguments: 0..<5)
    func `each checksum is verified, behind the chunks and in a header`(index: Int) throws {
        let (kind, value) = Self.checksums[index]
        let (_, other) = Self.checksums[(index + 1) % 5]
        let name = String(copying: kind.field.bytes)
        let trailer = "x-amz-trailer: \(name)\r\n"
        for body in ["c\r\n\(Self.content)\r\n0\r\n", "5;a=b\r\nHello\r\n7\r\n, world\r\n0;a=b\r\n"] {
            #expect(try decode("\(body)\(name):\(value)\r\n\r\n", trailer) == Self.content)
            #expect(try decode("\(body)\r\n", "\(name): \(value)\r\n") == Self.content)
            #expect(throws: FilterProblem.badDigest(kind)) {
                try decode("\(body)\(name):\(other)\r\n\r\n", trailer)
            }
            #expect(throws: FilterProblem.badDigest(kind)) {
                try decode("\(body)\r\n", "\(name): \(String(value.reversed()))\r\n")
            }
        }
    }

    @Test func `a checksum that was announced must come, and no other`() {
        let body = "c\r\n\(Self.content)\r\n0\r\n"
        #expect(throws: FilterProblem.missingTrailer) {
            try decode(body + "\r\n", "x-amz-trailer: x-amz-checksum-crc32\r\n")
        }
        #expect(throws: FilterProblem.missingTrailer) {
            try decode(body + "x-amz-checksum-crc32:\(Self.checksums[0].1)\r\n\r\n", "")
        }
    }

    @Test func `a trailer cannot replace the checksum of a header`() {
        let (kind, right) = Self.checksums[0]
        let fields = "\(kind.field): AAAAAA==\r\n"
        let body = "c\r\n\(Self.content)\r\n0\r\n\(kind.field):\(right)\r\n\r\n"
        for announced in ["", "x-amz-trailer: \(kind.field)\r\n"] {
            for fields in [fields + announced, announced + fields] {
                #expect(throws: FilterProblem.self) { try decode(body, fields) }
            }
        }
    }

    @Test(arguments: ["x-amz-checksum-md5", "x-amz-checksum-crc32, x-amz-checksum-sha512"])
    func `a checksum that is not known is refused with its name`(trailer: String) throws {
        let name = String(trailer.split(separator: " ").last!)
        let problem = FilterProblem.unknownTrailer(name)
        #expect(throws: problem) { try request("Content-Length: 0\r\nx-amz-trailer: \(trailer)\r\n") }
        var answer = ByteBuffer()
        FilterProblem.unknownTrailer("<\(name)>").writeAnswer(to: &answer)
        #expect(String(copying: answer.span).contains("not verified: &lt;\(name)&gt;</Message>"))
    }

    @Test func `the content has the length that was declared`() {
        for length in [0, 11, 13] {
            #expect(throws: FilterProblem.wrongLength) {
                try decode("c\r\n\(Self.content)\r\n0\r\n\r\n", "", length: length)
            }
        }
        #expect(throws: FilterProblem.malformedChunk) { try decode("c\r\n\(Self.content)\r\n0\r\n", "") }
    }

    @Test(arguments: ["x\r\n", "1\r\nx\r\n", "0\r\nx:y\r\n\r\n"])
    func `a wrong end takes the whole piece with it`(end: String) throws {
        let body = ByteBuffer(copying: "c\r\n\(Self.content)\r\n\(end)".utf8Span.span)
        let length = "Content-Length: \(body.count)\r\nx-amz-decoded-content-length: 12\r\n"
        var plain = try request(length + "x-amz-trailer: x-amz-checksum-sha1\r\n").body()
        var output = ByteBuffer()
        #expect(throws: FilterProblem.self) { try plain.take(body, into: &output) }
        let left = output.count
        #expect(left == 0)
    }

    @Test func `a request without an instruction or a length is refused`() {
        #expect(throws: FilterProblem.noLength) { try request("Content-Length: 5\r\n") }
        #expect(throws: FilterProblem.noLength) { try request("x-amz-decoded-content-length: -1\r\n") }
        #expect(throws: FilterProblem.noInstruction) { try request("Forward-Decode: gzip\r\n") }
        #expect(throws: FilterProblem.deletionTooLarge) {
            try request("Forward-Decode: delete\r\nContent-Length: 2097153\r\n")
        }
    }
}
