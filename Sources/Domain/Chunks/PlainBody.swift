package import Bytes
internal import HTTP
internal import Text

/// The body of a request, while its framing is taken off and its checksums are computed.
///
/// The last byte of the content is held back until the whole body was found right. A server that gets all but one byte
/// stores no object.
package struct PlainBody: ~Copyable {
    /// The fields behind the last chunk, and what some clients send after them.
    private static let longestTrailer = 4_096

    /// The bytes that are still to come; `nil`: they come in chunks of HTTP.
    private var remaining: Int?
    private var framing = ChunkedBody()
    /// Around the content, if the client uses aws-chunked.
    private var chunks: ChunkedBody?
    private var trailer = ByteBuffer()
    private var afterChunks = 0
    /// `nil`: any length.
    private let length: Int?
    private var received = 0
    private var lastByte: UInt8?
    private var checksums: [Checksum]

    package private(set) var isComplete = false

    init(remaining: Int?, isChunked: Bool, length: Int?, checksums: [Checksum]) {
        self.remaining = remaining
        chunks = isChunked ? ChunkedBody() : nil
        self.length = length
        self.checksums = checksums
    }

    /// Appends the content of the next bytes to `output`, without the last one before the body `isComplete`.
    ///
    /// A body without content is complete after a call with no bytes. A call that throws appends nothing.
    package mutating func take(_ input: borrowing ByteBuffer, into output: inout ByteBuffer)
        throws(FilterProblem)
    {
        guard !isComplete else { return }
        let start = output.count
        do throws(FilterProblem) {
            try accept(input.span, into: &output)
        } catch {
            output.truncate(to: start)
            throw error
        }
    }

    private mutating func accept(_ input: Span<UInt8>, into output: inout ByteBuffer) throws(FilterProblem) {
        let start = output.count
        try mapping(decode(input, into: &output)) { (_: HTTPError) in FilterProblem.malformedChunk }
        try account(from: start, of: &output)
        guard remaining.map({ $0 == 0 }) ?? framing.hasEnded else { return }
        try verify()
        if let lastByte { output.append(lastByte) }
        isComplete = true
    }

    private mutating func decode(_ input: Span<UInt8>, into output: inout ByteBuffer) throws(HTTPError) {
        if let left = remaining {
            let input = input.extracting(first: min(left, input.count))
            remaining = left - input.count
            return try unwrap(input, into: &output)
        }
        var content = ByteBuffer(capacity: input.count)
        try framing.decode(input, into: &content)
        try unwrap(content.span, into: &output)
    }

    private mutating func unwrap(_ input: Span<UInt8>, into output: inout ByteBuffer) throws(HTTPError) {
        guard let hasEnded = chunks?.hasEnded else { return output.append(input) }
        afterChunks += hasEnded ? input.count : 0
        guard afterChunks <= PlainBody.longestTrailer else { throw HTTPError(.contentTooLarge, at: 0) }
        try chunks?.decode(input, into: &output, trailer: &trailer)
    }

    /// Hashes the new content, and holds its last byte back.
    private mutating func account(from start: Int, of output: inout ByteBuffer) throws(FilterProblem) {
        guard output.count > start else { return }
        received += output.count - start
        for index in 0..<checksums.count { checksums[index].update(output[start..<output.count]) }
        guard let length else { return }
        guard received <= length else { throw .wrongLength }
        guard received == length else { return }
        lastByte = output[output.count - 1]
        output.truncate(to: output.count - 1)
    }

    private mutating func verify() throws(FilterProblem) {
        guard chunks?.hasEnded != false else { throw .malformedChunk }
        guard length.map({ $0 == received }) ?? true else { throw .wrongLength }
        try readTrailer()
        for checksum in checksums {
            guard checksum.declared != nil else { throw .missingTrailer }
            guard checksum.isRight() else { throw .badDigest(checksum.kind) }
        }
    }

    /// Takes the checksums from the fields behind the last chunk; other fields, such as signatures, are ignored.
    private mutating func readTrailer() throws(FilterProblem) {
        let trailer = ByteBuffer(copying: trailer.span)
        var start = 0
        while let end = trailer.span.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            let line = trailer[start..<end]
            start = end + 1
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let kind = ChecksumKind(field: line.extracting(..<colon).withoutWhiteSpace)
            else { continue }
            let value = [UInt8](copying: line.extracting(droppingFirst: colon + 1).withoutWhiteSpace)
            try declare(kind, value)
        }
    }

    private mutating func declare(_ kind: ChecksumKind, _ value: [UInt8]) throws(FilterProblem) {
        for index in checksums.indices where checksums[index].kind == kind && checksums[index].declared == nil
        {
            checksums[index].declared = value
            return
        }
        throw .missingTrailer
    }
}
