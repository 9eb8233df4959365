import Kernel
import Testing

/// Users that the namespace can tell apart, by the kernel's maps.
struct UserNamespaceTests {
    private func namespace(_ map: String, unknown: String = "65534\n") -> UserNamespace {
        UserNamespace(users: map, groups: map, unknownUser: unknown, unknownGroup: unknown)
    }

    @Test func `in a namespace with all users each keeps its number`() {
        let all = namespace("         0          0 4294967295\n")
        #expect(all.known(user: 65_534) == 65_534)
        #expect(all.known(group: 65_534) == 65_534)
    }

    /// Of rootless containers, and of those with a range of their own.
    @Test(arguments: ["0 1000 1\n", "0 100000 65536\n", "0 1000 1\n1 100000 65536\n", "0 0 4294967294\n", ""])
    func `a user outside the map of the namespace has no number`(map: String) {
        let some = namespace(map)
        #expect(some.known(user: 65_534) == .max)
        #expect(some.known(group: 65_534) == .max)
        #expect(some.known(user: 0) == 0)
        #expect(some.known(group: 1_000) == 1_000)
    }

    @Test func `the number of unknown users is the kernel's setting`() {
        #expect(namespace("0 1000 1", unknown: "4711\n").known(user: 4_711) == .max)
        #expect(namespace("0 1000 1", unknown: "4711\n").known(user: 65_534) == 65_534)
        #expect(namespace("0 1000 1", unknown: "").known(user: 65_534) == .max)
    }
}
