internal import API
internal import Kernel
internal import Settings
internal import Systemd
internal import Time

extension Daemon {
    /// It is known with the next reload whether the host knows them then.
    func warnOfStrangers() {
        guard !settings.strangers.isEmpty else { return }
        let problems = settings.strangers.map(\.description)
        for problem in problems { log.write(.stranger(problem: problem)) }
        configurationProblem = "the configuration is not used as a whole: \(problems.joined(separator: "\n"))"
    }

    /// Reads the configuration again.
    ///
    /// An invalid one changes nothing; what is wrong with it is the answer.
    func reload() -> String? {
        tellManager(.reloading)
        defer {
            tellManager(.status(summary))
            tellManager(.ready)
        }
        do throws(ConfigurationError) {
            let (settings, keys, idleKeys) = try Configuration.reload(
                options.configuration, running: startSettings, withoutSockets: socketsOfSystemd)
            apply(settings)
            configurationProblem = nil
            log.write(.configurationLoaded(profiles: settings.profiles.count))
            if !idleKeys.isEmpty { log.write(.keysWithoutEffect(idleKeys)) }
            if !keys.isEmpty { log.write(.restartNeeded(keys: keys)) }
            handler.restartNeededFor = keys
            return nil
        } catch {
            log.write(.configurationKept(problems: error.problems))
            configurationProblem = "the new configuration is not used: \(error)"
            return error.description
        }
    }

    /// Sockets, limits and the cache folder stay as they were until a restart; everything else is new.
    private func apply(_ settings: Settings) {
        let old = handler.profiles
        let new = ProfileTable(
            settings.profiles.map { old.profile(for: $0) ?? Profile($0, in: surroundings) },
            default: settings.daemon.defaultProfile)
        self.settings = settings
        log.level = settings.daemon.logLevel
        handler.policy = settings.policy
        handler.audit.set(settings.daemon.audit, at: surroundings.clock.now().boot)
        handler.profiles = new
        surroundings.publish(WatchEvent(.reloaded, of: nil, at: surroundings.clock.now().wall))
        for profile in old.all {
            let successor = new[profile.name.utf8Span.span]
            guard successor !== profile else { continue }
            profile.stop()
            profile.isReplaced = true
            settled.append(profile)
            surroundings.whenTokenEnds()
            if successor?.owner != profile.owner { forgetKeptToken(of: profile) }
        }
        // To start one starts those that it rests on, which must have their tokens by then.
        for profile in new.all {
            guard let predecessor = old[profile.name.utf8Span.span], predecessor !== profile else { continue }
            profile.inherit(from: predecessor)
        }
        for profile in new.all where old[profile.name.utf8Span.span] !== profile { start(profile) }
        // One that waits for a profile that is gone looks again, and a chain at its members.
        for profile in new.all { profile.foundationSettled() }
        sinks.set(settings.sinks, of: new)
        sinks.keepFresh()
    }

    private func start(_ profile: Profile) {
        do throws(SystemError) {
            try profile.start()
        } catch {
            log.write(.unexpected("\(profile.name): \(error)"))
        }
    }

    /// Its cache file stays, for the day when the profile comes back.
    private func forgetKeptToken(of profile: Profile) {
        do throws(SystemError) {
            try KeptTokens.forget(profile.name)
        } catch {
            log.write(.unexpected("\(profile.name): \(error)"))
        }
    }
}
