internal import Access
internal import FuzzInput

/// The owner of a socket, who is the same whatever follows the attributes that were read.
@c(LLVMFuzzerTestOneInput)
func fuzzSocketOwner(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let owner = SocketOwner(input)
        precondition(owner == nil || input.count >= 72)
        if let owner, input.count == 72 { precondition(owner.controlGroup == 0) }
    }
}
