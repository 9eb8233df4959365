/// What a shell may offer in the place of a word.
package enum Completion: Equatable, Sendable {
    case nothing
    case words([String])
    /// The names of the profiles that the caller may use, which only the daemon knows.
    case profiles
    case files
    /// The accounts of the host.
    case users
    /// The units of systemd.
    case units
    /// Programs, and then what belongs to that program.
    case commands
}
