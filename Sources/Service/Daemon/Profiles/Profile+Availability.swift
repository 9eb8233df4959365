internal import Settings
internal import Time
internal import Tokens

extension Profile {
    /// What the life of the present token leaves open of `AvailabilityTarget=`.
    var availabilityGap: AvailabilityGap? {
        guard settings.source.canFetch, let target = settings.refresh.availabilityTarget, let credential,
            let expiration = credential.expiration
        else { return nil }
        return AvailabilityGap(
            target: target, life: .seconds(expiration - credential.fetchedAt), policy: schedule.policy)
    }

    /// The log has it once for each figure, not for each token.
    func logAvailability() {
        let gap = availabilityGap
        guard gap != told.gap else { return }
        told.gap = gap
        if let gap { surroundings.log.write(.outageNotSurvived(profile: name, figures: gap.description)) }
    }
}

extension ProfileSettings {
    /// The same before there is a token, where the configuration says how long one lives.
    var availabilityGap: AvailabilityGap? {
        guard let target = refresh.availabilityTarget, let life = source.lifeOfToken else { return nil }
        return AvailabilityGap(target: target, life: life, policy: refreshPolicy)
    }
}

extension Source {
    fileprivate var lifeOfToken: Duration? {
        switch self {
        case .assumeRole(let role): role.duration
        case .assumeRoleOIDC(let role): role.duration
        default: nil
        }
    }
}
