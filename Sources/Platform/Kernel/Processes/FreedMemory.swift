internal import CLinux

/// What becomes of memory that the heap has no use for.
package enum FreedMemory {
    /// As glibc has it where nobody says otherwise.
    private static let little: Int32 = 131_072
    private static let much: Int32 = 8_388_608

    /// It stays with the process, some megabytes of it: to get it again would cost more than what is done with it.
    package static func stay() {
        mallopt(M_TRIM_THRESHOLD, much)
        mallopt(M_MMAP_THRESHOLD, much)
    }

    /// It goes back to the kernel, now and from now on.
    package static func goBack() {
        mallopt(M_TRIM_THRESHOLD, little)
        mallopt(M_MMAP_THRESHOLD, little)
        malloc_trim(0)
    }
}
