internal import CLinux
internal import Glibc

/// Bytes in memory that is never swapped or dumped, and that is wiped when the value ends.
///
/// If the kernel supports it, the memory is removed from the kernel's own mapping, so that not even root can
/// read it through `/proc`. `base` points to `capacity` mapped bytes owned by this value alone, of which
/// `count` are the secret.
@safe package struct Secret: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    package let count: Int

    /// Copies the bytes; the caller wipes its own copy.
    package init(copying bytes: Span<UInt8>) {
        capacity = max(bytes.count, 1)
        count = bytes.count
        unsafe base = linux_secret_memory(capacity) ?? Secret.lockedMemory(capacity)
        guard count > 0 else { return }
        unsafe bytes.withUnsafeBytes { source in
            unsafe base.copyMemory(from: source.baseAddress.unsafelyUnwrapped, byteCount: source.count)
        }
    }

    /// The fallback for kernels without secret memory, or when the limit for locked memory is reached.
    private static func lockedMemory(_ size: Int) -> UnsafeMutableRawPointer {
        guard
            let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe mapped != MAP_FAILED
        else { fatalError("out of memory for a secret") }
        // Best effort: RLIMIT_MEMLOCK may be small, and a secret in swap is better than no service.
        _ = unsafe mlock(mapped, size)
        _ = unsafe madvise(mapped, size, MADV_DONTDUMP)
        return unsafe mapped
    }

    deinit {
        unsafe explicit_bzero(base, capacity)
        _ = unsafe munmap(base, capacity)
    }

    /// Lends the bytes to `body`, which must wipe any copies that it makes.
    package borrowing func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
        let view = unsafe Span(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: count)
        return body(view)
    }

    /// Compares in constant time.
    package borrowing func equals(_ other: Span<UInt8>) -> Bool {
        withBytes { own in own.equalsInConstantTime(other) }
    }
}

extension Span<UInt8> {
    /// Compares in constant time, so that the duration does not reveal the position of the first difference.
    package func equalsInConstantTime(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<count { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}

/// Overwrites the stack below the caller, where libraries leave copies of keys.
///
/// The default covers the depth that a library uses.
package func wipeStack(bytes: Int = 8_192) {
    linux_wipe_stack(bytes)
}
