internal import CLinux
internal import Glibc

/// Bytes that nobody may see: in memory that is never swapped and never dumped, and wiped when the owner lets go.
///
/// Where the kernel can, it takes the memory out of its own reach too, so that not even root reads it by way of `/proc`.
/// `base` points to `capacity` mapped bytes that only this value owns, of which `count` are the secret.
@safe package struct Secret: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    package let count: Int

    /// Copies the bytes; whoever had them before wipes his own copy.
    package init(copying bytes: Span<UInt8>) {
        capacity = max(bytes.count, 1)
        count = bytes.count
        unsafe base = linux_secret_memory(capacity) ?? Secret.lockedMemory(capacity)
        guard count > 0 else { return }
        unsafe bytes.withUnsafeBytes { source in
            unsafe base.copyMemory(from: source.baseAddress.unsafelyUnwrapped, byteCount: source.count)
        }
    }

    /// For kernels that hide no memory, and where none is left that may be locked.
    private static func lockedMemory(_ size: Int) -> UnsafeMutableRawPointer {
        guard
            let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe mapped != MAP_FAILED
        else { fatalError("out of memory for a secret") }
        // Best effort: RLIMIT_MEMLOCK may be small, and a secret in swap beats no service.
        _ = unsafe mlock(mapped, size)
        _ = unsafe madvise(mapped, size, MADV_DONTDUMP)
        return unsafe mapped
    }

    deinit {
        unsafe explicit_bzero(base, capacity)
        _ = unsafe munmap(base, capacity)
    }

    /// Lends the bytes; what the closure makes of them it must wipe itself.
    package borrowing func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
        let view = unsafe Span(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: count)
        return body(view)
    }

    /// Compares without telling by its time where the first difference is.
    package borrowing func equals(_ other: Span<UInt8>) -> Bool {
        withBytes { own in own.equalsInConstantTime(other) }
    }
}
