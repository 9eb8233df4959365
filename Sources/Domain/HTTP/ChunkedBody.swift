package import Bytes
internal import Text

/// Takes a body apart that comes in chunks (RFC 9112, 7.1), however the pieces fall.
package struct ChunkedBody: Sendable {
    private enum State: Equatable {
        case size(Int, hasDigits: Bool)
        /// What stands behind the size means nothing to us.
        case sizeEnd(Int)
        case content(Int)
        case contentEnd
        /// Fields behind the last chunk; `isEmpty`: so far nothing is in the line.
        case trailer(isEmpty: Bool)
        case ended
    }

    private static let longestLine = 4_096

    private var state = State.size(0, hasDigits: false)
    /// Bytes of framing since the last content.
    private var framing = 0

    package init() {}

    package var hasEnded: Bool { state == .ended }

    /// Appends the content that is in the next bytes; what follows the end of the body is left alone.
    package mutating func decode(_ input: Span<UInt8>, into output: inout ByteBuffer) throws(HTTPError) {
        var index = 0
        while index < input.count, !hasEnded {
            if case .content(let left) = state {
                let count = min(left, input.count - index)
                output.append(input.extracting(index..<index + count))
                index += count
                state = count == left ? .contentEnd : .content(left - count)
                framing = 0
            } else {
                try take(input[index], at: index)
                index += 1
            }
        }
    }

    private mutating func take(_ byte: UInt8, at index: Int) throws(HTTPError) {
        framing += 1
        guard framing <= ChunkedBody.longestLine else { throw HTTPError(.headTooLarge, at: index) }
        let endsLine = byte == .lineFeed
        switch state {
        case .size(let size, let hasDigits):
            if let digit = byte.hexValue, size < 1 << 40 {
                state = .size(size * 16 + Int(digit), hasDigits: true)
            } else {
                guard hasDigits, byte == .carriageReturn || byte == UInt8(ascii: ";") || byte.isBlank else {
                    throw HTTPError(.malformedField, at: index)
                }
                state = .sizeEnd(size)
            }
        case .sizeEnd(let size):
            if endsLine { state = size == 0 ? .trailer(isEmpty: true) : .content(size) }
        case .contentEnd:
            guard endsLine || byte == .carriageReturn else { throw HTTPError(.malformedField, at: index) }
            if endsLine { state = .size(0, hasDigits: false) }
        case .trailer(let isEmpty):
            if endsLine {
                state = isEmpty ? .ended : .trailer(isEmpty: true)
            } else if byte != .carriageReturn {
                state = .trailer(isEmpty: false)
            }
        case .content, .ended: break
        }
    }
}
