package import Tokens

/// What is counted of one profile.
package struct ProfileTally: Equatable, Sendable {
    /// What was signed for it: many keys in one request are many.
    package var signatures = 0
    /// New tokens, from wherever.
    package var refreshes = 0
    package private(set) var passing = 0
    package private(set) var throttled = 0
    package private(set) var permanent = 0

    package init() {}

    package mutating func note(_ failure: RefreshFailure) {
        switch failure {
        case .passing: passing += 1
        case .throttled: throttled += 1
        case .permanent: permanent += 1
        }
    }
}
