import Testing
import Time

@testable import Callers
@testable import Serving

struct CallerDirectoryTests {
    /// The name can become another user's while a process runs.
    @Test(arguments: [("%u/**", false), ("own/**", true)])
    func `connections of a process share a caller unless a rule uses the name of its user`(
        keys: String, areShared: Bool
    ) throws {
        let household = try Household(
            "[Profile a]\nSource=manual\n"
                + "[Access facts]\nMatch=exe:/**\nAllow=presign\nBucket=a\nKey=\(keys)\n")
        let clients = try [household.connect(), household.connect()]
        let callers = household.server.connections.all.map(\.caller)
        #expect(clients.count == 2 && callers.count == 2)
        #expect((callers[0] === callers[1]) == areShared)
    }
}
