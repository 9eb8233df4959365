internal import API

/// How long somebody waits for a credential.
struct Patience {
    /// Where there is none.
    var forAny: Duration
    /// For a better one than there is.
    var forMargin: Duration

    /// Programs that fetch credentials give up after five seconds, and after one where they expect an instance's metadata.
    init(_ patience: Duration, behind door: Door) {
        forAny = patience
        forMargin = door == .metadata ? .milliseconds(500) : .seconds(2)
    }
}
