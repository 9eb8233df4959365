internal import FuzzInput
internal import HTTP

@c(LLVMFuzzerTestOneInput)
func fuzzResponseHead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var once = HeadScan()
        var trickled = HeadScan()
        let half = try? ResponseHead.decode(input.extracting(first: input.count / 2), &trickled)
        guard let head = try? ResponseHead.decode(input, &once) else { return }
        precondition(half ?? head == head && (try? ResponseHead.decode(input, &trickled)) == head)
        precondition(
            head.headers.range.upperBound < head.length
                && head.length <= min(input.count, HTTPLimit.headBytes))
        precondition((100...599).contains(head.status))
    }
}
