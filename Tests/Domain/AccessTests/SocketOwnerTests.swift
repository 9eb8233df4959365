internal import Access
internal import Bytes
import Testing

/// Descriptions as Linux 6.18 on x86-64 gives them: of an established socket, with the attributes of `ss`.
struct SocketOwnerTests {
    /// The user is 1234, the inode 4242.
    private static let message: [UInt8] =
        [2, 1, 0, 0, 0xC8, 0xA6, 0, 80, 127, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
        + [100, 100, 100, 200] + [UInt8](repeating: 0, count: 12)
        + [0, 0, 0, 0, 0x55, 0x10, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
        + [0xD2, 0x04, 0, 0, 0x92, 0x10, 0, 0]
    /// INET_DIAG_SHUTDOWN with padding, then INET_DIAG_CGROUP_ID.
    private static let attributes: [UInt8] =
        [5, 0, 8, 0, 0, 0, 0, 0] + [12, 0, 21, 0, 0xEF, 0xBE, 0xAD, 0xDE, 1, 0, 0, 0]

    private func owner(_ bytes: [UInt8]) -> SocketOwner? { SocketOwner(bytes.span) }

    private func message(_ changes: [Int: UInt8]) -> [UInt8] {
        var bytes = SocketOwnerTests.message
        for (place, byte) in changes { bytes[place] = byte }
        return bytes
    }

    @Test func `the user and the control group of an established socket are read`() {
        let found = owner(SocketOwnerTests.message + SocketOwnerTests.attributes)
        #expect(found?.user == 1234)
        #expect(found?.controlGroup == 0x1_DEAD_BEEF)
    }

    @Test func `without the attribute the control group is unknown`() {
        #expect(owner(SocketOwnerTests.message)?.controlGroup == 0)
        #expect(owner(SocketOwnerTests.message + SocketOwnerTests.attributes.prefix(8))?.controlGroup == 0)
    }

    @Test func `a socket that is closed or has no inode has no owner`() {
        for state in (0...12).filter({ $0 != 1 }) { #expect(owner(message([1: UInt8(state)])) == nil) }
        #expect(owner(message([68: 0, 69: 0])) == nil)
    }

    @Test func `the user of a listener is read where one is asked for`() {
        let listener = message([1: 10])
        #expect(SocketOwner(listener.span, in: .listening)?.user == 1234)
        #expect(SocketOwner(SocketOwnerTests.message.span, in: .listening) == nil)
    }

    @Test func `an incomplete description has no owner`() {
        for count in 0..<72 { #expect(owner([UInt8](SocketOwnerTests.message.prefix(count))) == nil) }
    }

    @Test(
        arguments: [
            [0, 0, 21, 0, 1, 0, 0, 0, 0, 0, 0, 0], [3, 0, 21, 0], [8, 0, 21, 0, 1, 0, 0, 0],
            [16, 0, 21, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [12, 0, 21, 0, 1, 0, 0, 0, 0, 0, 0],
            [0xFF, 0xFF, 8, 0, 12, 0, 21, 0, 1, 0, 0, 0, 0, 0, 0, 0], [5, 0, 8, 0, 0], [12, 0], [12, 0, 21],
        ] as [[UInt8]])
    func `a wrong length of an attribute gives no control group`(attributes: [UInt8]) {
        let found = owner(SocketOwnerTests.message + attributes)
        #expect(found?.user == 1234)
        #expect(found?.controlGroup == 0)
    }
}
