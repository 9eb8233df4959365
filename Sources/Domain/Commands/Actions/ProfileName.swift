package import CommandLine
internal import Text

/// The name of a profile, which is safe in a path.
package struct ProfileName: Equatable, Sendable {
    package let text: String
}

extension ProfileName {
    package init(_ word: String) throws(UsageError) {
        guard Name.isValid(word) else { throw UsageError("'\(word)' is no profile: \(Name.complaint)") }
        text = word
    }
}
