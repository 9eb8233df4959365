internal import Bytes
internal import Kernel
internal import Sections
internal import Settings

/// Why the configuration cannot be used.
enum ConfigurationError: Error, CustomStringConvertible {
    case mistakes([Mistake])
    /// Its files cannot be read.
    case unreadable(String)

    var problems: [String] {
        switch self {
        case .mistakes(let mistakes): mistakes.map(\.description)
        case .unreadable(let reason): ["the configuration cannot be read: \(reason)"]
        }
    }

    /// One problem per line.
    var description: String { problems.joined(separator: "\n") }
}

/// Reads the configuration from disk.
enum Configuration {
    /// At a start a rule may name users and groups that do not exist on the host.
    static func load(_ path: String?, isStart: Bool = false) throws(ConfigurationError) -> Settings {
        try read(path, isStart: isStart) { settings, _, _ in settings }
    }

    /// Also returns the keys whose change takes effect at the next restart, and those that have no effect.
    static func reload(
        _ path: String?, running: DaemonSettings, withoutSockets handedOver: [String]
    ) throws(ConfigurationError) -> (settings: Settings, keysForRestart: [String], idleKeys: [String]) {
        try read(path) { settings, files, _ in
            (
                settings, settings.keysForRestart(of: running, withoutSockets: handedOver, in: files),
                Settings.idleKeys(withSockets: handedOver, in: files)
            )
        }
    }

    /// Also returns warnings, and errors of this host.
    static func review(_ path: String?) throws(ConfigurationError) -> (
        settings: Settings, findings: [Mistake]
    ) {
        try read(path, user: userOfDaemon) { settings, files, environment in
            var remarks = settings.remarks(in: environment)
            if environment.isSeenByDaemon {
                remarks += ConfigurationFiles.remarks(on: files.map(\.path), of: path)
            }
            return (settings, settings.findings(about: files, in: environment, with: remarks))
        }
    }

    /// The user that runs the daemon: that of the unit, of the package, or of the daemon's files.
    ///
    /// The check may run as any user, and whether that user may write to the cache is of no use to the daemon.
    static var userOfDaemon: UInt32 {
        let own = ThisProcess.user
        guard ThisProcess.variable("CACHE_DIRECTORY") == nil else { return own }
        let owner = try? FileStatus.existing(at: Environment().cacheDirectory)?.user
        return (try? Account.named("ossauthd"))?.user ?? owner ?? own
    }

    /// Whether this process has the rights of the daemon, or more.
    static var isJudgedByDaemon: Bool { [0, userOfDaemon].contains(ThisProcess.user) }

    /// The section `[Role]` alone, also from files with other mistakes.
    static func role(_ path: String?) throws(ConfigurationError) -> RoleAddressSettings {
        try read(path) { files, environment in try RoleAddressSettings(in: files, environment: environment) }
    }

    private static func read<Outcome>(
        _ path: String?, isStart: Bool = false, user: UInt32 = ThisProcess.user,
        _ use: (Settings, [SourceFile], Environment) -> Outcome
    ) throws(ConfigurationError) -> Outcome {
        try read(path) { files, environment in
            var environment = environment
            environment.isStart = isStart
            environment.user = user
            return use(try Settings(reading: files, environment: environment), files, environment)
        }
    }

    private static func read<Outcome>(
        _ path: String?, _ use: ([SourceFile], Environment) throws -> Outcome
    ) throws(ConfigurationError) -> Outcome {
        do {
            return try use(try ConfigurationFiles.read(path), environment())
        } catch let error as InvalidSettings {
            throw .mistakes(error.problems)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private static func environment() -> Environment {
        var environment = Environment()
        if let directory = firstFolder("CACHE_DIRECTORY") { environment.cacheDirectory = directory }
        if let directory = firstFolder("RUNTIME_DIRECTORY") { environment.runtimeDirectory = directory }
        environment.credentialsDirectory = ThisProcess.variable("CREDENTIALS_DIRECTORY")
        environment.uidOfUser = { name in try? Account.named(name)?.user }
        environment.gidOfGroup = { name in try? Account.group(named: name) }
        return environment
    }

    /// A drop-in may add further folders behind that of the unit.
    private static func firstFolder(_ variable: String) -> String? {
        ThisProcess.variable(variable).map { String($0.prefix { $0 != ":" }) }
    }
}

/// Finds and reads the files of the configuration, in the order of their effect.
enum ConfigurationFiles {
    private static let maximumSize = 1_048_576

    /// With `path` only that file and its folder `.d`; otherwise those of `/etc`, `/run` and `/usr/lib`.
    static func read(_ path: String?) throws(SystemError) -> [SourceFile] {
        let main = path ?? "/etc/ossauthd/ossauthd.conf"
        let isMissing = try path == nil ? FileStatus.existing(at: main) == nil : false
        let paths = try (isMissing ? [] : [main]) + dropIns(in: folders(path))
        return try paths.map { path throws(SystemError) in
            let contents = try File.contents(of: path, atMost: maximumSize)
            return SourceFile(path: path, bytes: [UInt8](copying: contents.span))
        }
    }

    /// Warns of files that other users may change, because they control the daemon.
    static func remarks(on files: [String], of path: String?) -> [Remark] {
        let folders = folders(path).filter { (try? FileStatus.existing(at: $0)) != nil }
        // A folder above several files is reported once.
        var said: Set<String> = []
        return (files + folders).compactMap { path in
            do throws(SystemError) {
                try File.checkContents(of: path)
                return nil
            } catch {
                // Other errors mean that this user may not check the file.
                guard error.isTrustFailure, said.insert(error.description).inserted else { return nil }
                return .file(path, error.description)
            }
        }
    }

    private static func folders(_ path: String?) -> [String] {
        if let path { return ["\(path).d"] }
        return ["/usr/lib", "/run", "/etc"].map { "\($0)/ossauthd/ossauthd.conf.d" }
    }

    /// Sorted by name; a file in a later folder hides one of the same name in an earlier folder.
    static func dropIns(in folders: [String]) throws(SystemError) -> [String] {
        var found: [String: String] = [:]
        for folder in folders where try FileStatus.existing(at: folder) != nil {
            for name in try File.names(in: folder) where name.hasSuffix(".conf") && !name.hasPrefix(".") {
                found[name] = "\(folder)/\(name)"
            }
        }
        return found.keys.sorted().compactMap { found[$0] }
    }
}
