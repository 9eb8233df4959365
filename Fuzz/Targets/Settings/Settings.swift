internal import Access
internal import FuzzInput
internal import Sections
internal import Settings

@c(LLVMFuzzerTestOneInput)
func fuzzSettings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let file = SourceFile(path: "x", bytes: (0..<input.count).map { input[$0] })
        var environment = Environment()
        environment.uidOfUser = { $0 == "root" ? 0 : nil }
        environment.gidOfGroup = { $0 == "root" ? 0 : nil }
        do throws(InvalidSettings) {
            let settings = try Settings(reading: [file], environment: environment)
            let rules = settings.policy.rules(for: Peer(uid: 0, gid: 0, userName: "root"))
            _ = rules.decide(Question(.status, profile: input))
            precondition(settings.profiles.allSatisfy { !$0.name.isEmpty })
        } catch {
            precondition(!error.problems.isEmpty)
            precondition(
                error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && $0.column <= count + 1 })
        }
    }
}
