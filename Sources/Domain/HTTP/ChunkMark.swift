package import Bytes

/// A chunk of a body that has no length (RFC 9112, 7.1), while it is written.
///
/// Its size stands before it in eight digits, the first of which may be zeroes; they are written when it is whole.
package struct ChunkMark: ~Copyable {
    /// Where the content of the chunk begins in the buffer.
    package let start: Int
}

extension ResponseWriter {
    /// Append the content to `output`, and `finish`.
    package static func beginChunk(into output: inout ByteBuffer) -> ChunkMark {
        output.append("00000000\r\n")
        return ChunkMark(start: output.count)
    }

    /// A chunk without content would be the end of the stream, so it disappears.
    package static func finish(_ chunk: consuming ChunkMark, into output: inout ByteBuffer) {
        var rest = output.count - chunk.start
        precondition(rest <= UInt32.max)
        guard rest > 0 else { return output.truncate(to: chunk.start - 10) }
        var index = chunk.start - 3
        while rest > 0 {
            output[index] = UInt8(rest & 0xF).hexadecimalDigit
            rest >>= 4
            index -= 1
        }
        output.append("\r\n")
    }

    /// After the last chunk.
    package static func endStream(into output: inout ByteBuffer) {
        output.append("0\r\n\r\n")
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10
    }
}
