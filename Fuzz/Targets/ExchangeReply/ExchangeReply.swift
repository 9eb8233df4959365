internal import Bytes
internal import Exchange
internal import FuzzInput

@c(LLVMFuzzerTestOneInput)
func fuzzExchangeReply(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard let reply = try? ExchangeReply.decode(input, maximumBody: 1_000) else { return }
        precondition(
            (try? ExchangeReply.decode(input.extracting(0..<input.count - 1), maximumBody: 1_000))
                == .some(nil))
        switch reply {
        case .answer(let answer):
            precondition(answer.body.upperBound == input.count && answer.body.count <= 1_000)
            precondition(ExchangeLimit.statuses.contains(answer.status) && answer.retryAfter ?? 0 >= 0)
        case .failure(let failure):
            var again = ByteBuffer()
            again.append(failure)
            precondition((try? ExchangeReply.decode(again.span, maximumBody: 0)) == reply)
        }
    }
}
