internal import CLinux

package enum FreedMemory {
    /// By itself the heap gives back only what is at its end.
    package static func returnToKernel() {
        malloc_trim(0)
    }
}
