internal import Glibc
internal import Kernel

/// Long enough for any machine; only a failing test waits for it.
package func soon() -> Int64 { KernelClock.bootNanoseconds() + 10_000_000_000 }

/// Asks again until the answer is yes.
///
/// A child that another test starts at the same time holds copies of all our descriptors until it runs its
/// own program, so what ends with the last copy may end a little later.
package func eventually(within seconds: Int64 = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = KernelClock.bootNanoseconds() + seconds * 1_000_000_000
    while KernelClock.bootNanoseconds() < deadline {
        if try condition() { return true }
        // A turn of another process, not a fixed time: whoever is waited for may need this very core.
        _ = poll(nil, 0, 1)
    }
    return false
}
