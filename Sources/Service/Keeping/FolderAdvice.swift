internal import Kernel
internal import Settings

extension SystemError {
    /// The change of the unit by which the daemon can write in this folder, where it is missing or read-only; else empty.
    package func advice(onFolder folder: String) -> String {
        isReadOnly || cause == .missing ? "; under systemd \(UnitFolder.advice(for: folder))" : ""
    }
}
