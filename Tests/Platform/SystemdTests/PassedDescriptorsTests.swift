import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

struct PassedDescriptorsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func listen(_ name: String) throws -> UnixListener {
        try UnixListener(path: directory.appending(name), access: FileAccess(mode: 0o600), backlog: 1)
    }

    @Test func `gives each by its name, once`() throws {
        let api = try listen("a")
        let admin = try listen("b")
        let token = try MemoryFile.make(named: "token", containing: "secret".utf8Span.span)
        var service = try Service(
            names: "api:admin:token", ["listener admin", "listener admin", "content token", "listener api"],
            passing: [.init(api.socket, as: 3), .init(admin.socket, as: 4), .init(token, as: 5)])
        let report = try service.report(lines: 5)
        #expect(report == ["names api admin token", "4", "none", "secret", "3"])
        let end = try service.finish()
        #expect(end == .exited(0))
    }

    @Test func `listeners never wait, and no child inherits anything`() throws {
        let api = try listen("a")
        _ = fcntl(api.socket.number, F_SETFL, 0)
        let service = try Service(
            names: "api", ["listener api", "variable LISTEN_FDS", "variable LISTEN_PID"],
            passing: [.init(api.socket, as: 3)])
        let report = try service.report(lines: 4)
        #expect(report == ["names api", "3", "unset", "unset"])
    }

    @Test func `refuses anything but a listening Unix socket`() throws {
        let internet = try LoopbackListener(port: 0, backlog: 1)
        let file = try MemoryFile.make(named: "x", containing: "".utf8Span.span)
        var pair = try SocketPair()
        let connected = pair.take()
        let service = try Service(
            names: "a:b:c", ["listener a", "listener b", "listener c"],
            passing: [.init(internet.socket, as: 3), .init(file, as: 4), .init(connected, as: 5)])
        let report = try service.report(lines: 4)
        let refusal = "expect a listening Unix stream socket as"
        let reason = "protocol wrong type for socket"
        #expect(report == ["names a b c"] + ["a", "b", "c"].map { "\(refusal) \($0): \(reason)" })
    }

    @Test func `of one name each is taken by its kind`() throws {
        let netlink = Descriptor(owning: socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 4))
        let internet = try LoopbackListener(port: 0, backlog: 1)
        let api = try listen("a")
        let service = try Service(
            names: "compat:compat:compat",
            ["loopback compat", "loopback compat", "netlink compat", "netlink compat", "listener compat"],
            passing: [.init(netlink, as: 3), .init(api.socket, as: 4), .init(internet.socket, as: 5)])
        let report = try service.report(lines: 6)
        #expect(report == ["names compat compat compat", "5", "none", "3", "none", "4"])
    }

    @Test func `refuses a TCP listener that other machines could reach`() throws {
        let open = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #expect(Glibc.listen(open.number, 1) == 0)
        let service = try Service(names: "compat", ["loopback compat"], passing: [.init(open, as: 3)])
        let report = try service.report(lines: 2)
        #expect(report[1].hasPrefix("expect 127.0.0.1 or ::1 as address of"))
    }

    @Test func `metadata listeners share the netlink socket of their network namespace`() throws {
        let netlink = Descriptor(owning: socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 4))
        let internet = try LoopbackListener(port: 0, backlog: 1)
        let second = try LoopbackListener(port: 0, backlog: 1)
        let lonely = try LoopbackListener(.v6, port: 0, backlog: 1)
        let open = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #expect(Glibc.listen(open.number, 1) == 0)
        let service = try Service(
            names: "a:a:a:b:c", ["metadata a", "metadata a", "metadata a", "metadata b", "metadata c"],
            passing: [
                .init(netlink, as: 3), .init(internet.socket, as: 4), .init(second.socket, as: 5),
                .init(lonely.socket, as: 6), .init(open, as: 7),
            ])
        let report = try service.report(lines: 6)
        #expect(
            report[1...4] == ["4 127.0.0.1 with netlink", "5 127.0.0.1 with netlink", "none", "6 alone"])
        #expect(report[5].hasPrefix("expect 127.0.0.1 or ::1 as address of"))
    }

    @Test func `closes the descriptors that are not taken`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        var service = try Service(names: "stray", [], passing: [.init(far, as: 3)])
        _ = consume far
        var buffer = ByteBuffer()
        #expect(try near.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
        let end = try service.finish()
        #expect(end == .exited(0))
    }

    @Test func `no descriptor of ours gets the number of a closed standard stream`() throws {
        let service = try Service(names: "", ["error", "fill", "error"], passing: [])
        let report = try service.report(lines: 3)
        #expect(report == ["names ", "closed", "open"])
    }

    @Test func `finds nothing where nothing was passed`() throws {
        let service = try Service(names: "", ["listener api"], passing: [])
        let report = try service.report(lines: 2)
        #expect(report == ["names ", "none"])
    }
}
