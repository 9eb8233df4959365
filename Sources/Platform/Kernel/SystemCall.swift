internal import Glibc

/// Repeats a shim that a signal interrupts.
@inline(__always)
func retryingShim(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result != -EINTR { return result }
    }
}

/// Calls `body` with the path as a C string; fails for a path with a zero byte, which would name another
/// file.
func withPath(
    _ path: String, _ call: StaticString, _ body: (UnsafePointer<CChar>) -> Int32
) throws(SystemError) -> Int32 {
    guard !path.utf8.contains(0) else { throw SystemError(call: call, code: EINVAL) }
    let result = unsafe path.withCString { text in unsafe body(text) }
    return try SystemError.check(result, call, path)
}

/// Repeats a call that a signal interrupts; returns a failure as `-errno`.
///
/// It reads `errno` right after the call, before other code can overwrite it.
@inline(__always)
func retrying<Number: FixedWidthInteger & SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        guard result < 0 else { return result }
        let code = errno
        if code != EINTR { return -Number(code) }
    }
}
