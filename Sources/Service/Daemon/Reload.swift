internal import API
internal import Callers
internal import Keeping
internal import Kernel
internal import Records
internal import Sections
internal import Settings
internal import Systemd
internal import Time
internal import Tokens

// Reloads.
extension Daemon {
    /// Logs rules and sinks with users or groups that do not exist on the host; the next reload checks again.
    func reportUnknownNames() {
        guard !settings.unknownAccounts.isEmpty else { return }
        let problems = settings.unknownAccounts.map(\.description)
        for problem in problems { log.write(.unknownName(problem: problem)) }
        configurationProblem = "the configuration is not used as a whole: \(problems.joined(separator: "\n"))"
    }

    /// Reads the configuration again; an invalid one changes nothing, and its problems are returned.
    func reload() -> String? {
        tellManager(.reloading)
        defer {
            tellManager(.status(summary))
            tellManager(.ready)
        }
        do throws(ConfigurationError) {
            let (settings, keys, idleKeys) = try Configuration.reload(
                options.configuration, running: startSettings, withoutSockets: sockets.inheritedSocketKeys)
            apply(settings)
            configurationProblem = nil
            log.write(.configurationLoaded(profiles: settings.profiles.count))
            if !idleKeys.isEmpty { log.write(.keysWithoutEffect(idleKeys)) }
            if !keys.isEmpty { log.write(.restartNeeded(keys: keys)) }
            context.restartNeededFor = keys
            return nil
        } catch {
            log.write(.configurationKept(problems: error.problems))
            configurationProblem = "the new configuration is not used: \(error)"
            return error.description
        }
    }

    /// Applies everything but sockets, limits and the cache folder, which need a restart.
    private func apply(_ settings: Settings) {
        let old = context.profiles
        let new = ProfileTable(
            settings.profiles.map { old.profile(for: $0) ?? $0.profile(in: profileContext) },
            default: settings.daemon.defaultProfile)
        self.settings = settings
        log.level = settings.daemon.logLevel
        context.callers.policy = settings.policy
        context.audit.set(settings.daemon.audit)
        context.profiles = new
        context.forwards = settings.forwards
        router.watches.publish(WatchEvent(.reloaded, of: nil, at: profileContext.clock.now().wall))
        replace(old, by: new)
        // A chain checks its members again, and a role the profile of its key.
        for profile in new.all { profile.foundationSettled() }
        sinks.set(settings.sinks, of: new)
        sinks.keepFresh()
    }

    private func replace(_ old: ProfileTable, by new: ProfileTable) {
        for profile in old.all {
            let successor = new[profile.name.utf8Span.span]
            guard successor !== profile else { continue }
            profile.stop()
            profile.isReplaced = true
            settledProfiles.append(profile)
            hasTraces = true
            // The cache file stays, in case the profile returns.
            if successor?.owner.hasTokens(of: profile.owner) != true {
                attempt(for: profile) { () throws(SystemError) in try SystemdTokens.forget(profile.name) }
            }
        }
        // All tokens come before the first start, because starting a profile starts those that it depends on.
        for profile in new.all {
            guard let predecessor = old[profile.name.utf8Span.span], predecessor !== profile else { continue }
            profile.inherit(from: predecessor)
        }
        new.shareTime(at: profileContext.clock.now())
        for profile in new.all where old[profile.name.utf8Span.span] !== profile {
            attempt(for: profile, profile.start)
        }
        settledProfiles += context.scopedTokens.drop(except: new)
        for profile in old.all where new[profile.name.utf8Span.span] == nil {
            context.scopedTokens.removeFiles(of: profile)
        }
    }

    private func attempt(for profile: Profile, _ step: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try step()
        } catch {
            log.write(.unexpected("\(profile.name): \(error)"))
        }
    }
}
