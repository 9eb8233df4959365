/// Finds one special byte of a text after the other.
///
/// Most are close together, so 64 bytes are looked at in one go, and what was seen of them is kept for the next search.
@usableFromInline package struct SpecialBytes {
    @usableFromInline static var block: Int { 64 }

    /// At first no block is known.
    @usableFromInline var start = -SpecialBytes.block
    /// What is special in the block that begins at `start`.
    @usableFromInline var marks: UInt64 = 0

    package init() {}

    /// Where the first special byte stands at or after `position`, in a text that is always the same.
    @inlinable @inline(__always)
    package mutating func first(in text: Span<UInt8>, from position: Int) -> Int? {
        let distance = UInt(bitPattern: position &- start)
        if distance < UInt(SpecialBytes.block) {
            let rest = marks &>> UInt64(distance)
            if rest != 0 { return position &+ rest.trailingZeroBitCount }
        }
        return search(text, from: position)
    }

    /// The same by looking again, behind the block that is known if the search begins in it.
    @usableFromInline mutating func search(_ text: Span<UInt8>, from position: Int) -> Int? {
        let isInBlock = (start..<start + SpecialBytes.block).contains(position)
        var position = isInBlock ? start + SpecialBytes.block : position
        while position < text.count {
            start = position & ~(SpecialBytes.block - 1)
            marks = text.specialMarks(ofBlockAt: start)
            let rest = marks &>> UInt64(position - start)
            if rest != 0 { return position + rest.trailingZeroBitCount }
            position = start + SpecialBytes.block
        }
        return nil
    }
}
