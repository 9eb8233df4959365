internal import Time
internal import Tokens

/// What a program gets that wants the credential itself.
enum Handout {
    case credential(Credential)
    /// One that is worth handing out is on its way; at this time what is there must do.
    case wait(until: Instant)
}
