internal import API

extension Route {
    /// What is worth a record on the admin socket, and where the path names the profile.
    var action: (StaticString, profile: Range<Int>)? {
        switch self {
        case .setCredentials(let profile): ("set-credentials", profile)
        case .forgetCredentials(let profile): ("forget-credentials", profile)
        case .refresh(let profile): ("refresh", profile)
        case .reload: ("reload", 0..<0)
        default: nil
        }
    }
}
