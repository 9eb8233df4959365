import Testing

@testable import Serving

struct CallerDirectoryTests {
    /// The name can become another user's while a process runs.
    @Test(arguments: [("%u/**", false), ("own/**", true)])
    func `connections of a process share a caller unless a rule uses the name of its user`(
        keys: String, areShared: Bool
    ) throws {
        let daemon = try DaemonFixture(
            "[Profile a]\nSource=manual\n"
                + "[Access facts]\nMatch=exe:/**\nAllow=presign\nBucket=a\nKey=\(keys)\n")
        let clients = try [daemon.connect(), daemon.connect()]
        let callers = daemon.server.connections.all.map(\.caller)
        #expect(clients.count == 2 && callers.count == 2)
        #expect((callers[0] === callers[1]) == areShared)
    }
}
