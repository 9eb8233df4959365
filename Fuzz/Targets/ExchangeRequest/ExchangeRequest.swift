internal import Bytes
internal import Exchange
internal import FuzzInput

@c(LLVMFuzzerTestOneInput)
func fuzzExchangeRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard let request = try? HelperRequest.decode(input) else { return }
        precondition((try? HelperRequest.decode(input.extracting(0..<input.count - 1))) == .some(nil))
        var again = ByteBuffer()
        precondition((try? again.append(request)) != nil)
        precondition((try? HelperRequest.decode(again.span)) == request)
    }
}
