internal import Glibc

extension Descriptor {
    /// Takes over what the process was started with under this number; `nil` when there is nothing.
    package init?(inherited number: Int32) {
        guard retrying({ fcntl(number, F_SETFD, FD_CLOEXEC) }) == 0 else { return nil }
        self.init(owning: number)
    }
}
