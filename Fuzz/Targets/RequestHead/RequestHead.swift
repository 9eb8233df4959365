internal import Bytes
internal import FuzzInput
internal import HTTP

@c(LLVMFuzzerTestOneInput)
func fuzzRequestHead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var once = HeadScan()
        var trickled = HeadScan()
        let whole = try? RequestHead.decode(input, &once)
        let half = try? RequestHead.decode(input.extracting(first: input.count / 2), &trickled)
        guard let head = whole else { return }
        precondition(half ?? head == head && (try? RequestHead.decode(input, &trickled)) == head)
        precondition(
            head.path.upperBound <= head.query.lowerBound
                && head.query.upperBound < head.headers.range.lowerBound)
        precondition(
            head.headers.range.upperBound < head.length
                && head.length <= min(input.count, HTTPLimit.headBytes))
        precondition(head.headers.firstValue(of: "host", in: input) == head.host)
        read(input.extracting(head.query))
    }
}

private func read(_ query: Span<UInt8>) {
    var scratch = ByteBuffer()
    var reader = QueryReader(query)
    while let item = try? reader.next(into: &scratch) { precondition(item.name.upperBound <= scratch.count) }
    precondition(scratch.count <= query.count)
}
