internal import Documents

/// How somebody wants to have a credential.
struct HandoutTerms {
    /// Seconds that it must live.
    var minValid = 0
    var format = DocumentFormat.json
}
