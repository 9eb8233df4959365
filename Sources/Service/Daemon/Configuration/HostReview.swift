internal import API
internal import Access
internal import Bytes
internal import Callers
internal import Keeping
internal import Kernel
internal import Sections
internal import Settings
internal import Tokens

extension Environment {
    /// Whether this process may judge for the daemon: another user would find rights missing that the daemon has.
    var isSeenByDaemon: Bool { [0, user ?? ThisProcess.user].contains(ThisProcess.user) }
}

extension Settings {
    /// Findings that need a look at this host, with the rights of this process, or the life of tokens.
    ///
    /// In the sandbox of the unit, as `ExecReload=` runs the check, they are those of the daemon. Nothing is made or bound.
    func remarks(in environment: Environment) -> [Remark] {
        let named = profiles.flatMap(remarks(on:)) + roleRemarks
        guard environment.isSeenByDaemon else { return named }
        return [keyRemark(in: environment), cacheRemark].compactMap { $0 } + listenerRemarks
            + named + sinks.compactMap(remark(on:)) + ruleRemarks
    }

    /// Without a network the daemon does not start if it must make such a listener.
    private var listenerRemarks: [Remark] {
        let keys = [
            ("CompatListen", daemon.compatListener != nil),
            ("MetadataListen", daemon.metadataListener != nil),
        ]
        return keys.compactMap { key, isSet in
            guard isSet else { return nil }
            do throws(SystemError) {
                _ = try TCPPeer()
                return nil
            } catch {
                return .daemon(key, StartError.cannotListen(for: key, error).description, isError: true)
            }
        }
    }

    /// The locks hold single numbers, so such a user would get around them.
    private var roleRemarks: [Remark] {
        guard !role.users.isEmpty, let file = try? File.contents(of: "/etc/subuid", atMost: 1_048_576) else {
            return []
        }
        let owners = Set(
            String(copying: file.span).split(separator: "\n").map { String($0.prefix { $0 != ":" }) })
        return role.users.filter { !owners.isDisjoint(with: names(of: $0)) }.map {
            .role(
                "'\($0.name)' cannot be served: it can run programs as users of its own, which are not served; "
                    + "remove its line from /etc/subuid")
        }
    }

    private func names(of user: ServedUser) -> [String] {
        guard let number = user.number else { return [user.name] }
        let account = (try? Account.numbered(number)) ?? nil
        return [user.name, String(number)] + (account.map { [$0.name] } ?? [])
    }

    private var ruleRemarks: [Remark] { unitRemarks + executableRemarks + labelRemarks }

    /// Listeners that systemd makes are not in the configuration; the log of the daemon says it for them.
    private var unitRemarks: [Remark] {
        guard daemon.compatListener != nil || daemon.metadataListener != nil,
            (try? ControlGroupTree().isUnified) == false
        else { return [] }
        return policy.rules.filter(\.namesUnits).map {
            .access(
                $0.name, "Match",
                "unit: and slice: do not match callers over TCP: \(PlaceObstacle.tree.reason)")
        }
    }

    /// The kernel shows the program of a process of another user only to a process that may inspect it.
    private var executableRemarks: [Remark] {
        guard (try? File.target(ofLink: "/proc/1/exe")) == nil else { return [] }
        return remarks(
            onRulesWith: .executable,
            "exe: matches no program of another user, because the daemon may not inspect it without "
                + "CAP_SYS_PTRACE")
    }

    /// Without a security module the kernel has no file there, or none that can be read.
    private var labelRemarks: [Remark] {
        guard (try? File.contents(of: "/proc/self/attr/current", atMost: 4_096)) == nil else { return [] }
        return remarks(
            onRulesWith: .label,
            "label: matches no caller, because this host runs neither SELinux nor AppArmor")
    }

    private func remarks(onRulesWith fact: Fact, _ message: String) -> [Remark] {
        policy.rules.filter { $0.alternatives.joined().contains { $0.fact == fact } }
            .map { .access($0.name, "Match", message) }
    }

    private func remarks(on profile: ProfileSettings) -> [Remark] {
        let doubt = profile.defaults.doubt.map { ("Endpoint", $0) }
        let files = profile.source.files.compactMap { file in fault(of: file).map { (file.key, $0) } }
        return ([doubt].compactMap { $0 } + files).map { key, message in
            .profile(profile.name, key, message)
        }
    }

    private func fault(of file: NamedFile) -> String? {
        guard let path = file.path else { return nil }
        if isMissing(path) { return "\(path) is not there" }
        return file.isSecret ? exposure(of: path) : nil
    }

    /// `false` for a user that may not look, because the file may exist.
    private func isMissing(_ path: String) -> Bool {
        (try? FileStatus.existing(at: path) == nil) ?? false
    }

    private func exposure(of path: String) -> String? {
        guard let isReadable = try? File.isReadableForAll(path), isReadable else { return nil }
        return "every user of this host can read \(path); let systemd hand it over as a credential, "
            + "or take that right away with 'chmod o= \(path)'"
    }
}

// The folders that the daemon writes to.
extension Settings {
    /// Outside of the unit its credentials are not available.
    ///
    /// A credential that only the unit names does not encrypt the cache: the daemon could not notice its loss.
    private func keyRemark(in environment: Environment) -> Remark? {
        guard let key = daemon.cacheKey else {
            let path = environment.credentialsDirectory.map { "\($0)/cache-key" }
            guard let path, !isMissing(path) else { return nil }
            return .daemon(
                "CacheKey",
                "the cache is in plain text: the unit has the credential 'cache-key', but CacheKey= does not name it; "
                    + "add CacheKey=cache-key")
        }
        guard let path = key.path else { return nil }
        do throws(CacheError) {
            _ = try CacheKey(file: key).read()
            return exposure(of: path).map { .daemon("CacheKey", $0) }
        } catch {
            return .daemon("CacheKey", "\(error); tokens are not cached without their key")
        }
    }

    private var cacheRemark: Remark? {
        let folder = daemon.cacheDirectory
        do throws(SystemError) {
            try TokenCache(directory: folder).tryFolder()
            return nil
        } catch {
            return .daemon("CacheDirectory", "no token is cached: \(error)\(error.advice(onFolder: folder))")
        }
    }

    private func remark(on sink: SinkSettings) -> Remark? {
        if let obstacle = obstacle(to: sink) {
            return .sink(sink.name, "Path", "\(sink.path) is no \(obstacle), and is not replaced by one")
        }
        do throws(SystemError) {
            try File.checkReplaceable(sink.path)
            return nil
        } catch {
            return .sink(
                sink.name, "Path", "the file is not written: \(error)\(error.advice(onFolder: sink.folder))")
        }
    }

    /// The kind of file that the path of a sink must have, if it has another.
    private func obstacle(to sink: SinkSettings) -> String? {
        guard sink.format == .directory else {
            let present = try? FileStatus.reached(by: sink.path)
            return present.map { $0.kind == .regular } ?? true ? nil : "regular file"
        }
        let present = try? FileStatus.existing(at: sink.path)
        return present.map { $0.kind == .symbolicLink } ?? true ? nil : "link to a folder"
    }
}
