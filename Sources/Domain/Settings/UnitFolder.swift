/// A folder that the unit must let the daemon write to.
package enum UnitFolder {
    /// The drop-in that does it.
    ///
    /// systemd makes a folder below `/run` and `/var/cache` itself. Elsewhere the dash lets the unit start without the folder.
    package static func advice(for folder: String) -> String {
        let made = [("/run/", "RuntimeDirectory"), ("/var/cache/", "CacheDirectory")]
        guard let (parent, key) = made.first(where: { folder.hasPrefix($0.0) }) else {
            return "\(folder) must belong to user ossauthd, and ossauthd.service needs a drop-in with "
                + "ReadWritePaths=-\(folder)"
        }
        return "ossauthd.service needs a drop-in with \(key)=\(folder.dropFirst(parent.count))"
    }
}
