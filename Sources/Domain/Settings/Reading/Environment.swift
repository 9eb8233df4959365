/// What the process finds around itself, on which defaults and names in the configuration rest.
package struct Environment {
    /// What `$CACHE_DIRECTORY` says.
    package var cacheDirectory = "/var/cache/ossauthd"
    /// What `$RUNTIME_DIRECTORY` says.
    package var runtimeDirectory = "/run/ossauthd"
    /// What `$CREDENTIALS_DIRECTORY` says.
    package var credentialsDirectory: String?
    /// Whether a daemon starts with what is read: a rule, or a sink, for somebody unknown must not keep it from all others.
    package var isStart = false
    /// The unit that will run what is read, where it is read for that.
    package var unit: ServiceUnit?
    package var uidOfUser: (String) -> UInt32? = { _ in nil }
    package var gidOfGroup: (String) -> UInt32? = { _ in nil }

    package init() {}
}
