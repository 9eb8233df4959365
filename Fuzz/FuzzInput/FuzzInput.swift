/// Lends what libFuzzer made up to `body`, which traps on what must not be.
@unsafe package func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int, _ body: (Span<UInt8>) -> Void) -> CInt
{
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)))
    return 0
}
