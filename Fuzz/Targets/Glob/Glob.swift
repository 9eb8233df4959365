internal import Access
internal import Bytes
internal import FuzzInput

/// The first line is the pattern, the rest the text.
@c(LLVMFuzzerTestOneInput)
func fuzzGlob(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let pattern = String(copying: input.extracting(first: end))
        let text = input.extracting(droppingFirst: end + 1)
        // No key of OSS is longer, and the time grows with the square of the length.
        guard text.count <= 1_023, let glob = Glob(pattern) else { return }
        let matches = glob.matches(text)
        if matches { precondition(!glob.isLiteral || text.count <= pattern.utf8.count) }
        if let open = Glob(pattern + "**"), matches, !pattern.hasSuffix("\\") {
            precondition(open.matches(text))
        }
    }
}
