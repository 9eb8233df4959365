package import Bytes
internal import Text

/// Reads the blocks of a PEM file (RFC 7468); text outside of blocks is a comment.
package struct PEMReader: ~Copyable, ~Escapable {
    private let text: Span<UInt8>
    private var position = 0

    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Appends the content of the next block to `content` and returns its label; `nil`: there is no other block.
    @_lifetime(self: copy self)
    package mutating func next(into content: inout ByteBuffer) throws(PEMError) -> PEMLabel? {
        var label: Range<Int>?
        while label == nil {
            guard let line = nextLine() else { return nil }
            label = text.extracting(line).label(after: "-----BEGIN ").map { part in
                line.lowerBound + part.lowerBound..<line.lowerBound + part.upperBound
            }
        }
        guard let label else { return nil }
        try readContent(of: label, into: &content)
        return PEMLabel(text.extracting(label))
    }

    @_lifetime(self: copy self)
    private mutating func readContent(of label: Range<Int>, into content: inout ByteBuffer) throws(PEMError) {
        var digits = ByteBuffer(capacity: text.count - position)
        while let place = nextLine() {
            let line = text.extracting(place)
            guard line.hasPrefix("-----") else {
                digits.append(line)
                continue
            }
            guard let end = line.label(after: "-----END "),
                line.extracting(end).equals(text.extracting(label))
            else {
                throw .unfinished
            }
            guard !digits.isEmpty, content.append(base64Decoding: digits.span) != nil else { throw .base64 }
            return
        }
        throw .unfinished
    }

    /// The next line, without the blanks at its ends.
    @_lifetime(self: copy self)
    private mutating func nextLine() -> Range<Int>? {
        guard position < text.count else { return nil }
        var start = position
        var end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
        position = end + 1
        while start < end, text[start].endsLine { start += 1 }
        while end > start, text[end - 1].endsLine { end -= 1 }
        return start..<end
    }
}

/// The kinds of blocks that matter here.
package enum PEMLabel: Equatable {
    case privateKey, encryptedKey, olderKey, certificate, other

    fileprivate init(_ text: Span<UInt8>) {
        if text.equals("PRIVATE KEY") {
            self = .privateKey
        } else if text.equals("ENCRYPTED PRIVATE KEY") {
            self = .encryptedKey
        } else if text.equals("RSA PRIVATE KEY") || text.equals("EC PRIVATE KEY") {
            self = .olderKey
        } else {
            self = text.equals("CERTIFICATE") ? .certificate : .other
        }
    }
}

/// Why a file is not PEM.
package enum PEMError: Error, Equatable {
    case unfinished, base64
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == 0x0D || self == 0x09 || self == UInt8(ascii: " ") }
}

extension Span<UInt8> {
    /// The place of the label in a line `-----BEGIN LABEL-----`.
    fileprivate func label(after prefix: StaticString) -> Range<Int>? {
        let start = prefix.utf8CodeUnitCount
        guard hasPrefix(prefix), count >= start + 5, extracting(count - 5..<count).equals("-----") else {
            return nil
        }
        return start..<count - 5
    }
}
