import Access
import Testing

@testable import Callers

struct CallerTableTests {
    private var table = CallerTable()

    private func caller(_ user: UInt32, _ groups: [UInt32] = []) -> Caller {
        let peer = Peer(uid: user, gid: 1, groups: groups)
        return Caller(peer, Policy(rules: []).rules(for: peer), policyNumber: 0)
    }

    @Test mutating func `finds the one with the same user and the same groups`() {
        let known = caller(1, [2, 3])
        table.insert(known)
        #expect(table.caller(Peer(uid: 1, gid: 1, groups: [2, 3])) === known)
        #expect(table.caller(Peer(uid: 1, gid: 1, groups: [2])) == nil)
        #expect(table.caller(Peer(uid: 1, gid: 2, groups: [2, 3])) == nil)
        #expect(table.caller(Peer(uid: 2, gid: 1, groups: [2, 3])) == nil)
    }

    @Test mutating func `a caller with other groups takes the place`() {
        table.insert(caller(1, [2]))
        let present = caller(1, [3])
        table.insert(present)
        #expect(table.caller(Peer(uid: 1, gid: 1, groups: [3])) === present)
        #expect(table.caller(Peer(uid: 1, gid: 1, groups: [2])) == nil)
    }

    @Test mutating func `holds no more than a thousand, and always the last`() {
        for user in 0..<5_000 {
            let caller = caller(UInt32(user))
            table.insert(caller)
            #expect(table.caller(caller.peer) === caller)
        }
        let held = (0..<5_000).filter { table.caller(Peer(uid: UInt32($0), gid: 1)) != nil }
        #expect(held.count <= 1_000)
    }
}
