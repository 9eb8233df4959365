internal import Time

/// That attempts fail: since when without a success between, and why the last one did.
struct Failing {
    let since: Timestamp
    let lastError: String
}
