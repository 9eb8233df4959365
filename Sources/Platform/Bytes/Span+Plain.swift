internal import CVectors

extension Span<UInt8> {
    /// Whether all bytes mean nothing but themselves.
    package var isPlain: Bool { isAll(.plain) }

    /// A bit for each of the 64 bytes that begin at `start` which is not plain, the lowest for the first; none behind the end.
    func specialMarks(ofBlockAt start: Int) -> UInt64 {
        guard start <= count - 64 else { return specialMarks(ofLastBlockAt: start) }
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe vectors_special_block(bytes.baseAddress.unsafelyUnwrapped + start)
        }
    }

    private func specialMarks(ofLastBlockAt start: Int) -> UInt64 {
        var marks: UInt64 = 0
        for position in stride(from: start, to: count, by: 16) {
            marks |= unsafe UInt64(others(than: .plain, at: position)) << UInt64(position - start)
        }
        return marks
    }
}
