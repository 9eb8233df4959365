internal import Kernel
internal import Settings

extension SystemError {
    /// The change of the unit by which the daemon can write in this folder, where it is missing or read-only, or hand files
    /// over to others; else empty.
    package func advice(onFolder folder: String) -> String {
        if "\(call)" == "fchown" { return "; under systemd a drop-in with SystemCallFilter=@chown" }
        return isReadOnly || cause == .missing ? "; under systemd \(UnitFolder.advice(for: folder))" : ""
    }
}
