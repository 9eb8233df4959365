internal import API
internal import Kernel
internal import Settings
internal import Systemd
internal import Time

extension Daemon {
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
            let settings = try Configuration.load(options.configuration)
            apply(settings)
            configurationProblem = nil
            log.write(.configurationLoaded(profiles: settings.profiles.count))
            return nil
        } catch {
            log.write(.configurationKept(problems: error.problems))
            configurationProblem = error.description
            return error.description
        }
    }

    /// Sockets, limits and the cache folder stay as they were until a restart; everything else is new.
    private func apply(_ settings: Settings) {
        let old = handler.profiles.all
        let profiles = settings.profiles.map { wanted in
            old.first { $0.settings == wanted } ?? Profile(wanted, in: surroundings)
        }
        self.settings = settings
        log.level = settings.daemon.logLevel
        handler.policy = settings.policy
        handler.audit.set(settings.daemon.audit)
        handler.profiles = ProfileTable(profiles, default: settings.daemon.defaultProfile)
        surroundings.publish(WatchEvent(.reloaded, of: nil, at: surroundings.clock.now().wall))
        for profile in old where !profiles.contains(where: { $0 === profile }) {
            profile.stop()
            profile.isReplaced = true
            settled.append(profile)
            surroundings.whenTokenEnds()
            if !profiles.contains(where: { $0.owner == profile.owner }) { forgetKeptToken(of: profile) }
        }
        for profile in profiles where !old.contains(where: { $0 === profile }) {
            if let predecessor = old.first(where: { $0.name == profile.name }) {
                profile.inherit(from: predecessor)
            }
            start(profile)
        }
        // One that waits for a profile that is gone looks again.
        for profile in profiles { profile.proceed() }
        sinks.set(settings.sinks)
        sinks.keepFresh(with: handler.profiles)
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
