internal import Settings
internal import Tokens

extension Settings {
    /// What is no mistake of the configuration and yet will not go as its writer wants.
    var warnings: [String] {
        [daemon.cacheKey.flatMap(warning)].compactMap { $0 } + profiles.compactMap(warning)
    }

    private func warning(of profile: ProfileSettings) -> String? {
        profile.availabilityGap.map { "[Profile \(profile.name)] AvailabilityTarget=: \($0)" }
    }

    /// Outside of the unit nobody has its credentials.
    private func warning(of file: SecretFile) -> String? {
        guard file.path != nil else { return nil }
        do throws(CacheError) {
            _ = try CacheKey(file: file).read()
            return nil
        } catch {
            return "\(error); tokens are not cached without their key"
        }
    }
}
