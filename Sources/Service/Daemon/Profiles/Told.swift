internal import Tokens

/// What was told of a profile, and is not told again.
struct Told {
    /// The outages that cannot be survived, as the log has them.
    var gap: AvailabilityGap?
    /// That some programs cannot get a token that lives as long as they like.
    var shortLife = false
    /// The number of the token whose end was told.
    var end = 0
    /// The number of the token that a chain told to those who watch.
    var followed = 0
}
