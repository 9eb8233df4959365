internal import Glibc
internal import Kernel

/// Long enough for any machine, also for one that does much else; only a failing test waits for it.
package let patience = Duration.seconds(60)

/// The end of the patience, on the boot clock.
package func soon() -> Int64 {
    KernelClock.bootNanoseconds() + patience.components.seconds * 1_000_000_000
}

/// Asks again until the answer is yes.
///
/// A child that another test starts at the same time holds copies of all our descriptors until it runs its
/// own program, so what ends with the last copy may end a little later.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = soon()
    while KernelClock.bootNanoseconds() < deadline {
        if try condition() { return true }
        // Yields to another process instead of a fixed pause: the awaited process may need this very core.
        _ = poll(nil, 0, 1)
    }
    return false
}
