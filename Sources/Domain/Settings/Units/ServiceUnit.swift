internal import Access

/// The unit that runs the daemon on this host, with the properties that decide whether a configuration works.
package struct ServiceUnit: Equatable, Sendable {
    /// The properties to request from systemd.
    package static let properties = [
        "LoadState", "User", "ProtectSystem", "CacheDirectory", "StateDirectory", "LogsDirectory",
        "RuntimeDirectory", "ReadWritePaths", "PrivateNetwork", "NoExecPaths", "ExecPaths",
        "AmbientCapabilities", "ImportCredential", "TriggeredBy",
    ]

    /// Empty: root.
    package let user: String
    /// The directories that systemd creates before a start.
    private let madeFolders: [String]
    /// `nil`: the unit may write everywhere.
    private let writableFolders: [String]?
    let hasNetwork: Bool
    /// `nil`: the unit may execute every file.
    private let executablePaths: [String]?
    private let capabilities: [String]
    /// The patterns for credentials that the unit imports from the credential stores.
    package let imports: [String]
    /// The sockets that systemd passes to the unit.
    package var sockets: [String]
    /// The names of the credentials of the daemon; `nil`: unknown.
    package var credentials: Set<String>?
    /// The names of credentials in the lines of the unit, whether the host has them or not.
    package var namedCredentials: Set<String> = []
    /// The credentials of the exchanges, which run in their own unit; `nil`: unknown.
    package var exchangeCredentials: Set<String>?

    /// `nil`: this host has no such unit.
    package init?(_ properties: [String: String]) {
        guard properties["LoadState"] == "loaded" else { return nil }
        func words(_ name: String) -> [String] {
            (properties[name] ?? "").split(separator: " ").map {
                String($0.drop { $0 == "\"" }.prefix { $0 != "\"" })
            }
        }
        func paths(_ name: String) -> [String] {
            words(name).map { String($0.drop { $0 == "-" || $0 == "+" }) }
        }
        user = properties["User"] ?? ""
        let folders = [
            ("CacheDirectory", "/var/cache"), ("StateDirectory", "/var/lib"), ("LogsDirectory", "/var/log"),
            ("RuntimeDirectory", "/run"),
        ]
        madeFolders = folders.flatMap { name, parent in words(name).map { "\(parent)/\($0)" } }
        writableFolders =
            properties["ProtectSystem"] == "strict" ? madeFolders + paths("ReadWritePaths") : nil
        hasNetwork = properties["PrivateNetwork"] != "yes"
        executablePaths = words("NoExecPaths").isEmpty ? nil : paths("ExecPaths")
        capabilities = words("AmbientCapabilities")
        imports = words("ImportCredential")
        sockets = words("TriggeredBy")
    }
}

extension ServiceUnit {
    /// The directory that `$CACHE_DIRECTORY` will name.
    package var cacheDirectory: String? { madeFolders.first { $0.hasPrefix("/var/cache/") } }

    package func makes(_ folder: String) -> Bool { madeFolders.contains(folder) }

    func mayWrite(_ path: String) -> Bool { writableFolders?.contains { path.isWithin($0) } ?? true }

    func mayExecute(_ path: String) -> Bool { executablePaths?.contains { path.isWithin($0) } ?? true }

    func may(_ capability: String) -> Bool {
        user.isEmpty || user == "root" || capabilities.contains(capability)
    }

    /// The names of the credentials that a unit gets from the lines of its files and from its imports.
    ///
    /// `stored`: the names in the credential stores; `nil`: every name in a line counts.
    package static func credentials(
        lines: [String], imports: [String], stored: Set<String>?
    ) -> Set<String> {
        let patterns = imports.compactMap { Glob($0) }
        var names = (stored ?? []).filter { name in patterns.contains { $0.matches(name.utf8Span.span) } }
        for key in ["LoadCredential", "LoadCredentialEncrypted", "SetCredential", "SetCredentialEncrypted"] {
            var named: Set<String> = []
            for line in lines where line.hasPrefix("\(key)=") {
                let parts = line.dropFirst(key.count + 1).split(separator: ":", maxSplits: 1)
                guard let name = parts.first.map(String.init) else {
                    named = []
                    continue
                }
                // A credential without a path is taken from the stores, and is left out if none has it.
                if parts.count > 1 || stored?.contains(name) != false { named.insert(name) }
            }
            names.formUnion(named)
        }
        return names
    }
}

extension String {
    /// Whether the path is the directory or is below it.
    fileprivate func isWithin(_ folder: String) -> Bool {
        self == folder || hasPrefix(folder.hasSuffix("/") ? folder : "\(folder)/")
    }
}
