/// How much one call for many URLs may ask for: a bound on what one client makes the others wait.
package enum PresignLimit {
    package static let keys = 10_000
    /// With many keys a body may be longer than any single request.
    package static let bodyBytes = 8 * 1_048_576
}
