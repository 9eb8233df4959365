internal import API
internal import Kernel
internal import Settings
internal import Tokens

extension Settings {
    /// What only those see who look at the files that are named, or know the life of tokens.
    var remarks: [Remark] {
        [daemon.cacheKey.flatMap(remark)].compactMap { $0 } + profiles.flatMap(remarks)
    }

    private func remarks(on profile: ProfileSettings) -> [Remark] {
        let gap = profile.availabilityGap.map { ("AvailabilityTarget", "AvailabilityTarget=: \($0)") }
        let doubt = profile.defaults.doubt.map { ("Endpoint", $0) }
        let missing = profile.source.files.filter(isMissing).map { ($0.key, "\($0.path) is not there") }
        return ([gap, doubt].compactMap { $0 } + missing).map { key, message in
            .profile(profile.name, key, message)
        }
    }

    /// Whoever may not look does not know.
    private func isMissing(_ file: NamedFile) -> Bool {
        do throws(SystemError) {
            return try FileStatus.existing(at: file.path) == nil
        } catch {
            return false
        }
    }

    /// Outside of the unit nobody has its credentials.
    private func remark(on file: SecretFile) -> Remark? {
        guard file.path != nil else { return nil }
        do throws(CacheError) {
            _ = try CacheKey(file: file).read()
            return nil
        } catch {
            return .daemon("CacheKey", "\(error); tokens are not cached without their key")
        }
    }
}
