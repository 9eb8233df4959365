extension Finding {
    /// Settings of the units that an older systemd ignores, and what follows; it has no property for them then.
    package static let newerSettings: [(name: String, consequence: String)] = [
        ("ImportCredential", "a secret in /etc/credstore needs a drop-in"),
        ("LoadCredentialEncrypted", "that drop-in names a plain file of root"),
        ("SocketBindDeny", "the fetch helper could listen on a port"),
        ("NoExecPaths", "the daemon could execute other programs of the host"),
        ("LoadCredential", "a secret is in a file for the group of the helper"),
        ("NetworkNamespacePath", "ossauthd-metadata@.socket would listen outside its namespace"),
    ]

    /// The facilities of newer hosts that are missing here; `nil`: none.
    ///
    /// `properties`: those of the unit, of the names in `newerSettings`; `nil` without systemd.
    package static func host(kernel: [String], properties: [String: String]?) -> Finding? {
        let ignored = newerSettings.filter { setting in properties.map { $0[setting.name] == nil } ?? false }
        let gaps = kernel + ignored.map { "\($0.name)= (\($0.consequence))" }
        guard !gaps.isEmpty else { return nil }
        return Finding("host", .good, "works without \(gaps.joined(separator: ", "))")
    }
}
