internal import Settings
internal import Tokens

extension Settings {
    /// What only those see who look at the files that are named, or know the life of tokens.
    var remarks: [Remark] {
        [daemon.cacheKey.flatMap(remark)].compactMap { $0 } + profiles.compactMap(remark)
    }

    private func remark(on profile: ProfileSettings) -> Remark? {
        profile.availabilityGap.map {
            .profile(profile.name, "AvailabilityTarget", "AvailabilityTarget=: \($0)")
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
