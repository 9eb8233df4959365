/// Does the work, and throws another error in place of its own.
@inlinable @inline(__always)
package func mapping<Value: ~Copyable, Cause: Error, Failure: Error>(
    _ work: @autoclosure () throws(Cause) -> Value, to failure: (Cause) -> Failure
) throws(Failure) -> Value {
    do throws(Cause) { return try work() } catch { throw failure(error) }
}
