/// The environment of the process.
///
/// Defaults and the names in the configuration depend on it.
package struct Environment {
    /// The value of `$CACHE_DIRECTORY`.
    package var cacheDirectory = "/var/cache/ossauthd"
    /// The value of `$RUNTIME_DIRECTORY`.
    package var runtimeDirectory = "/run/ossauthd"
    /// The value of `$CREDENTIALS_DIRECTORY`.
    package var credentialsDirectory: String?
    /// Whether the daemon starts with this configuration.
    ///
    /// One unknown user in a rule or sink must not prevent the start.
    package var isStart = false
    /// The user of the daemon.
    package var user: UInt32?
    package var uidOfUser: (String) -> UInt32? = { _ in nil }
    package var gidOfGroup: (String) -> UInt32? = { _ in nil }

    package init() {}
}
