import API
import Access
import Bytes
import Callers
import Glibc
import Keeping
import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing
import Time

@testable import Daemon
@testable import Serving

/// `LoadCredential=`: systemd connects from within the unit that it starts, and names that unit.
struct ServiceCredentialTests {
    private static let profile = "[Profile a]\nSource=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"

    @Test(arguments: [("a.service", "a"), ("other.service", "")])
    func `a process gets the credential of the unit that it is in, and of no other`(
        named: String, profile: String
    ) throws {
        let daemon = try DaemonFixture(Self.profile, listenerKind: .credentials)
        let path = daemon.keeping.directory.appending("systemd")
        let listener = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: 1)
        let client = try connect(to: path, as: "\0" + "0123456789abcdef/unit/\(named)/a")
        guard let socket = try listener.socket.accept() else { throw NoFetch() }
        let connection = try connection(socket, fromUnit: "a.service", in: daemon)
        #expect(daemon.router.credentials.profileWanted(by: connection.caller, connection).string == profile)
        _ = consume client
    }

    private func connection(
        _ socket: consuming Descriptor, fromUnit unit: String, in daemon: DaemonFixture
    ) throws -> Connection {
        let now = daemon.keeping.context.clock.now().boot
        let connected = ConnectedPeer(try socket.peerCredentials(), connectedAt: now)
        var peer = Peer(uid: 0, gid: 0)
        peer.facts.unit = unit
        let caller = Caller(peer, Policy(rules: []).rules(for: peer), policyNumber: 0)
        let listener = try #require(daemon.server.listeners.first)
        return Connection(
            socket, by: connected, at: listener, id: daemon.server.connections.reserve(), caller: caller,
            deadline: now, standing: .regular)
    }
}

/// A connection from a socket that is bound to this name, as systemd makes them.
private func connect(to path: String, as name: String) throws -> Descriptor {
    let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    let number = socket.number
    guard unsafe withAddress(name, { unsafe bind(number, $0, $1) }) == 0 else {
        throw SystemError(call: "bind", code: errno)
    }
    guard unsafe withAddress(path, { unsafe Glibc.connect(number, $0, $1) }) == 0 else {
        throw SystemError(call: "connect", code: errno)
    }
    return socket
}

private func withAddress(_ name: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name.utf8) }
    // The length tells where an abstract name ends, which may hold zeros.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    return unsafe withUnsafePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
    }
}
