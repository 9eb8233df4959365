internal import Bytes
internal import Chunks
internal import FuzzInput
internal import HTTP

/// A request to the filter, cut at any place, gives the same content as in one piece, and never more than it declares.
@c(LLVMFuzzerTestOneInput)
func fuzzPlainBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard input.count > 0 else { return }
        let cut = min(Int(input[0]), input.count - 1)
        let message = ByteBuffer(copying: input.extracting(droppingFirst: 1))
        var scan = HeadScan()
        guard let request = try? FilterRequest.read(message, &scan) else { return }
        let whole = content(of: message, request, cut: message.count)
        let pieces = content(of: message, request, cut: request.headLength + cut)
        precondition(whole.isComplete == pieces.isComplete)
        if whole.isComplete { precondition(whole.output.span.equals(pieces.output.span)) }
        var head = ByteBuffer()
        request.writeHead(message, to: &head)
        var next = HeadScan()
        let written: RequestHead
        do throws(HTTPError) {
            guard let read = try RequestHead.decode(head.span, &next) else {
                preconditionFailure("a part of a head was written")
            }
            written = read
        } catch {
            // nginx takes the two fields and some bytes that are added to the longest head.
            precondition(
                error.problem == .tooManyFields || error.problem == .headTooLarge,
                "a head that cannot be read was written")
            return
        }
        precondition(
            !whole.isComplete || request.kind == .delete || whole.output.count == written.contentLength)
        precondition(
            whole.isComplete || whole.output.count == 0 || request.kind == .delete
                || whole.output.count < written.contentLength)
    }
}

private struct Outcome: ~Copyable {
    var output = ByteBuffer()
    var isComplete = false
}

private func content(of message: borrowing ByteBuffer, _ request: FilterRequest, cut: Int) -> Outcome {
    var body = request.body()
    var outcome = Outcome()
    let cut = min(max(cut, request.headLength), message.count)
    for piece in [request.headLength..<cut, cut..<message.count] {
        let bytes = ByteBuffer(copying: message[piece])
        do {
            try body.take(bytes, into: &outcome.output)
        } catch {
            return outcome
        }
    }
    outcome.isComplete = body.isComplete
    return outcome
}
