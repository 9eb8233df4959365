internal import CLinux

/// The policy for memory that the heap has freed.
package enum FreedMemory {
    /// The default of glibc.
    private static let little: Int32 = 131_072
    private static let much: Int32 = 8_388_608

    /// Keeps some megabytes in the process: getting them back would cost more than the work done with them.
    package static func stay() {
        mallopt(M_TRIM_THRESHOLD, much)
        mallopt(M_MMAP_THRESHOLD, much)
    }

    /// Returns free memory to the kernel, now and in the future.
    package static func returnToKernel() {
        mallopt(M_TRIM_THRESHOLD, little)
        mallopt(M_MMAP_THRESHOLD, little)
        malloc_trim(0)
    }
}
