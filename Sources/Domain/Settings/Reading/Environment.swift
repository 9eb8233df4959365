/// What the process finds around itself, on which defaults and names in the configuration rest.
package struct Environment {
    /// `$CACHE_DIRECTORY`
    package var cacheDirectory = "/var/cache/ossauthd"
    /// `$RUNTIME_DIRECTORY`
    package var runtimeDirectory = "/run/ossauthd"
    /// `$CREDENTIALS_DIRECTORY`
    package var credentialsDirectory: String?
    /// Whether systemd handed over a credential `cache-key`.
    package var hasCacheKey = false
    package var uidOfUser: (String) -> UInt32? = { _ in nil }
    package var gidOfGroup: (String) -> UInt32? = { _ in nil }

    package init() {}
}
