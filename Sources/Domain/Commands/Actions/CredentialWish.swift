internal import CommandLine

/// Which credential is asked for.
package struct CredentialWish: Equatable, Sendable {
    let profile: ProfileName?
    let minValid: Int?

    init(_ call: Call, profile: String?) throws(UsageError) {
        self.profile = try profile.map { word throws(UsageError) in try ProfileName(word) }
        minValid = try call.seconds(of: .minValid)
    }
}
