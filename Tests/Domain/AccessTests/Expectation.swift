import Access
import Testing

@testable import AccessSupport

/// That a decision grants, or refuses because this is missing.
func expect(
    _ decision: Verdict, _ missing: MissingGrant?, at location: SourceLocation = #_sourceLocation
) {
    #expect(
        decision == (missing.map { .refused(missing: $0) } ?? .granted(by: 0)), sourceLocation: location)
}
