package import Bytes
package import HTTP
internal import Text

/// A request from nginx: what to do with its body, and how its head is written anew.
///
/// All ranges are relative to the start of the head, which the caller keeps.
package struct FilterRequest {
    package enum Kind: Equatable, Sendable {
        /// The body passes through.
        case decode
        /// The daemon judges the whole body before it is signed.
        case delete
    }

    package let kind: Kind
    private let head: RequestHead
    private let fields: FilterFields
    /// The length of the content; `nil`: it is known at the end of the body.
    private let length: Int?

    /// Reads the request at the start of `input`; `nil`: its head is incomplete.
    package static func read(
        _ input: borrowing ByteBuffer, _ scan: inout HeadScan
    ) throws(FilterProblem) -> FilterRequest? {
        let head: RequestHead?
        head = try mapping(RequestHead.decodeForProxy(input.span, &scan)) { (error: HTTPError) in
            FilterProblem.malformed(error)
        }
        guard let head else { return nil }
        return try FilterRequest(head, of: input.span)
    }

    private init(_ head: RequestHead, of bytes: Span<UInt8>) throws(FilterProblem) {
        var fields = FilterFields()
        var reader = FieldReader(head.headers, in: bytes)
        while let field = reader.next() {
            try fields.take(bytes.extracting(field.name), bytes.extracting(field.value))
        }
        guard let kind = fields.kind else { throw .noInstruction }
        let isChunked = kind == .decode || fields.isChunked || fields.decodedLength != nil
        guard !isChunked || fields.decodedLength != nil else { throw .noLength }
        self.kind = kind
        self.head = head
        self.fields = fields
        length = isChunked ? fields.decodedLength : nil
        try checkSize()
    }

    private func checkSize() throws(FilterProblem) {
        guard kind == .delete else { return }
        let declared = length ?? (head.isChunked ? 0 : head.contentLength)
        guard declared <= FilterLimit.deletion else { throw .deletionTooLarge }
    }

    package func body() -> PlainBody {
        PlainBody(
            remaining: head.isChunked ? nil : head.contentLength, isChunked: length != nil, length: length,
            checksums: fields.checksums)
    }

    /// The number of the user whose program sends the request.
    package var user: Int? { fields.user }

    /// The position of the body.
    package var headLength: Int { head.length }

    /// Whether no byte of the content can be sent before all of them were verified.
    package var isEmpty: Bool { length == 0 }

    /// Appends the head of the request without chunks, for the second server of nginx.
    package func writeHead(_ bytes: borrowing ByteBuffer, to output: inout ByteBuffer) {
        output.append(bytes, 0..<head.headers.range.lowerBound)
        writeFields(bytes.span, to: &output) { name in
            !name.hasPrefixIgnoringCase("forward-") || name.equalsIgnoringCase("forward-endpoint")
        }
        FilterRequest.endHead(length: length ?? 0, to: &output)
    }

    /// Appends the question about a list of objects to delete, for the daemon.
    package func writeQuestion(
        _ bytes: borrowing ByteBuffer, about body: borrowing ByteBuffer, to output: inout ByteBuffer
    ) {
        output.append("POST /v1/forward HTTP/1.1\r\n")
        writeFields(bytes.span, to: &output) { _ in true }
        FilterRequest.endHead(length: body.count, to: &output)
        output.append(body)
    }

    /// Appends the request that the daemon has signed, with the bytes that it has judged; `false`: its answer lacks a field.
    package func write(
        as answer: borrowing Judgement, _ bytes: borrowing ByteBuffer, body: borrowing ByteBuffer,
        to output: inout ByteBuffer
    ) -> Bool {
        guard answer.writeRequest(to: &output) else { return false }
        writeFields(bytes.span, to: &output) { name in
            !name.hasPrefixIgnoringCase("forward-") && !Judgement.replaces(name)
        }
        FilterRequest.endHead(length: body.count, to: &output)
        output.append(body)
        return true
    }

    private func writeFields(
        _ bytes: Span<UInt8>, to output: inout ByteBuffer, where isWanted: (Span<UInt8>) -> Bool
    ) {
        var reader = FieldReader(head.headers, in: bytes)
        while let field = reader.next() {
            let name = bytes.extracting(field.name)
            if name.equalsIgnoringCase("content-encoding") {
                FilterRequest.writeEncodings(bytes.extracting(field.value), to: &output)
            } else if !FilterFields.isOfFraming(name), isWanted(name) {
                output.append(bytes.extracting(field.name.lowerBound..<field.value.upperBound))
                output.append("\r\n")
            }
        }
    }

    static func endHead(length: Int, to output: inout ByteBuffer) {
        output.append("Content-Length: ")
        output.append(decimal: length)
        output.append("\r\nConnection: close\r\n\r\n")
    }

    /// All encodings of the content but the one that was taken off.
    private static func writeEncodings(_ value: Span<UInt8>, to output: inout ByteBuffer) {
        var separator: StaticString = "Content-Encoding: "
        value.forEachWord { word in
            guard !word.equalsIgnoringCase("aws-chunked") else { return }
            output.append(separator)
            output.append(word)
            separator = ","
        }
        if separator.utf8CodeUnitCount == 1 { output.append("\r\n") }
    }
}

/// The limits of the filter that a client could meet.
package enum FilterLimit {
    /// A thousand keys of the greatest length, each of whose bytes may be escaped.
    package static let deletion = 2 << 20
}

/// How long the filter waits, in nanoseconds.
package struct FilterPatience: Sendable {
    /// From one byte of a request or an answer to the next.
    package let silence: Int64
    /// For the whole list of objects to delete.
    package var list: Int64 { silence / 6 }
    package var sweep: Int64 { silence / 18 }

    package init(seconds: Int64) {
        silence = seconds * 1_000_000_000
    }
}

/// The fields of a request that decide what the filter does.
struct FilterFields {
    private(set) var kind: FilterRequest.Kind?
    private(set) var user: Int?
    private(set) var isChunked = false
    private(set) var decodedLength: Int?
    private(set) var checksums: [Checksum] = []

    mutating func take(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(FilterProblem) {
        if name.equalsIgnoringCase("forward-decode") {
            kind = value.equals("aws-chunked") ? .decode : value.equals("delete") ? .delete : nil
        } else if name.equalsIgnoringCase("forward-user") {
            user = value.decimalValue
        } else if name.equalsIgnoringCase("content-encoding") {
            value.forEachWord { if $0.equalsIgnoringCase("aws-chunked") { isChunked = true } }
        } else if name.equalsIgnoringCase("x-amz-decoded-content-length") {
            decodedLength = value.count <= HTTPLimit.contentLengthDigits ? value.decimalValue : nil
        } else if name.equalsIgnoringCase("x-amz-trailer") {
            try value.forEachWord { field throws(FilterProblem) in
                // The field is removed with the chunks, so an unknown checksum would protect nothing.
                guard let kind = ChecksumKind(field: field) else {
                    throw .unknownTrailer(String(copying: field))
                }
                add(Checksum(kind))
            }
        } else if let kind = ChecksumKind(field: name) {
            add(Checksum(kind, declared: [UInt8](copying: value)))
        }
    }

    /// Each costs time for each byte, so each is computed once.
    private mutating func add(_ checksum: Checksum) {
        guard let index = checksums.firstIndex(where: { $0.kind == checksum.kind }) else {
            return checksums.append(checksum)
        }
        // A header holds whether the field of trailers comes before it or after it.
        checksums[index].declared = checksums[index].declared ?? checksum.declared
    }

    /// Whether the filter removes the field, because it describes the body as it came.
    static func isOfFraming(_ name: Span<UInt8>) -> Bool {
        name.equalsIgnoringCase("content-length") || name.equalsIgnoringCase("transfer-encoding")
            || name.equalsIgnoringCase("connection") || name.equalsIgnoringCase("expect")
            || name.equalsIgnoringCase("x-amz-decoded-content-length")
            || name.equalsIgnoringCase("x-amz-trailer")
            || name.equalsIgnoringCase("x-amz-sdk-checksum-algorithm") || ChecksumKind(field: name) != nil
    }
}

extension Span<UInt8> {
    /// Calls `body` with each word of a list with commas, without the blanks around it.
    fileprivate func forEachWord<E>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) {
        var start = 0
        while start <= count {
            let end = firstIndex(of: UInt8(ascii: ","), from: start) ?? count
            let word = extracting(start..<end).trimmed
            if word.count > 0 { try body(word) }
            start = end + 1
        }
    }
}
