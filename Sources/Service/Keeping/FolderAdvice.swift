internal import Kernel

extension SystemError {
    /// The change of the unit by which the daemon can write in this folder, where it is missing or read-only, or hand files
    /// over to others; else empty.
    package func advice(onFolder folder: String) -> String {
        if "\(call)" == "fchown" { return "; under systemd a drop-in with SystemCallFilter=@chown" }
        return isReadOnly || cause == .missing ? "; under systemd \(SystemError.dropIn(for: folder))" : ""
    }
}

extension SystemError {
    /// The drop-in with which the unit lets the daemon write to the folder.
    ///
    /// systemd makes a folder below `/run` and `/var/cache` itself. Elsewhere the dash lets the unit start without the folder.
    static func dropIn(for folder: String) -> String {
        let made = [("/run/", "RuntimeDirectory"), ("/var/cache/", "CacheDirectory")]
        guard let (parent, key) = made.first(where: { folder.hasPrefix($0.0) }) else {
            return "\(folder) must belong to user ossauthd, and ossauthd.service needs a drop-in with "
                + "ReadWritePaths=-\(folder)"
        }
        return "ossauthd.service needs a drop-in with \(key)=\(folder.dropFirst(parent.count))"
    }
}
