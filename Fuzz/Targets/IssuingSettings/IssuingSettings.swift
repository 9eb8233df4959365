internal import Access
internal import FuzzInput
internal import Issuing
internal import IssuingSettings
internal import Sections

/// A configuration of the AppServer that limits every user, or problems with their places.
@c(LLVMFuzzerTestOneInput)
func fuzzIssuingSettings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let file = SourceFile(path: "x", bytes: (0..<input.count).map { input[$0] })
        do throws(InvalidSettings) {
            let settings = try IssuingSettings(reading: [file], environment: Environment())
            for terms in settings.users + settings.groups { check(terms) }
            _ = UserDirectory(users: settings.users, groups: settings.groups).identity(ofSubject: input)
            precondition(
                settings.warnings.allSatisfy { $0.isWarning && $0.line >= 1 && $0.column <= count + 1 })
        } catch {
            precondition(!error.problems.isEmpty)
            precondition(
                error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && $0.column <= count + 1 })
        }
    }
}

/// A token without a policy could do all that the role may do.
private func check(_ terms: UserTerms) {
    precondition(!terms.profile.isEmpty)
    precondition(terms.written != nil || !terms.scope.buckets.isEmpty)
    if case .file = terms.written { return }
    for name in ["alice", "al", String(repeating: "x", count: 64)] {
        guard let user = UserName(name) else { continue }
        let policy = try? terms.policy(of: user)
        precondition(policy.map { $0.utf8.count > 2 || terms.written != nil } ?? true)
        _ = try? terms.losses(of: user)
    }
}
