import Kernel
import TestSupport
import Testing

/// It cannot hang: clients that misbehave cost the others nothing and are ended by a limit that has a name.
@Suite(.serialized) struct HostileClientTests {
    private static let crowd = 1_000

    /// It is the daemon's time on a processor that counts.
    ///
    /// Were one of them waited for, there would be no answer: they do nothing by themselves.
    @Test(arguments: Hostility.allCases)
    func `beside a thousand of them a healthy request costs less than four times as much, and they are ended`(
        hostility: Hostility
    )
        throws
    {
        let daemon = try RunningDaemon(Home(hostility.limits, profiles: manualProfile()))
        let healthy = try daemon.connect()
        // The fewest of several looks: a daemon that has just started has some open for a moment only.
        let counts = try (0..<20).map { _ in
            _ = try healthy.ask("GET", "/v1/status")
            return try daemon.descriptorCount()
        }
        let before = counts.min() ?? 0
        try daemon.give()
        // A token has descriptors of its own while it is on its way to the disk, which does not count here.
        #expect(try eventually { try daemon.descriptorCount() <= before })
        let alone = try cost(of: 200, to: daemon, on: healthy)
        var clients: [Client] = []
        for _ in 0..<HostileClientTests.crowd {
            clients.append(try daemon.connect())
        }
        #expect(try eventually { try daemon.descriptorCount() >= before + HostileClientTests.crowd })
        for client in clients { try hostility.begin(client) }
        // Behind these answers all that the crowd sent is read.
        _ = try cost(of: 10, to: daemon, on: healthy)
        let beside = try cost(of: 200, to: daemon, on: healthy) { round in
            for index in 0..<10 { hostility.goOn(clients[(round * 10 + index) % clients.count]) }
        }
        print("1,000 clients, \(hostility): a healthy request costs \(beside), alone \(alone)")
        #expect(beside < alone * 4)
        let areEnded = try eventually {
            for client in clients { hostility.goOn(client) }
            return try daemon.descriptorCount() <= before
        }
        let left = try daemon.descriptorCount()
        #expect(areEnded, "\(left) descriptors are open, \(before) were before")
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        _ = clients
    }

    /// The processor time of each of some requests.
    private func cost(
        of count: Int, to daemon: borrowing RunningDaemon, on client: Client,
        between: (Int) throws -> Void = { _ in }
    ) throws -> Duration {
        let start = try daemon.processorTime()
        for round in 0..<count {
            try between(round)
            #expect(try client.ask("POST", "/v1/presign", Question.presign).status == 200)
        }
        return try (daemon.processorTime() - start) / count
    }

    @Test func `one user gets no more connections than MaxConnectionsPerUser`() throws {
        let daemon = try RunningDaemon(Home("MaxConnectionsPerUser=5", profiles: manualProfile()))
        var clients: [Client] = []
        for _ in 0..<5 {
            let client = try daemon.connect()
            #expect(try client.ask("GET", "/v1/status").status == 200)
            clients.append(client)
        }
        let refused = try daemon.connect()
        let answer = try refused.answer()
        #expect(answer.status == 429)
        #expect(answer.problem == "rate-limited")
        #expect(answer.header("retry-after") == "1")
        #expect(try refused.rest() == "")
        _ = clients.popLast()
        let isAdmitted = eventually { (try? daemon.ask("GET", "/v1/status").status) == 200 }
        #expect(isAdmitted)
    }

    /// A monitor of a user whose programs hold all of its connections.
    @Test(arguments: [
        ("GET", "/v1/health", 200), ("GET", "/v1/status", 200), ("GET", "/metrics", 200),
        ("POST", "/v1/presign", 429),
    ])
    func `beyond its share a user learns how the daemon is, and nothing else`(
        method: String, path: String, status: Int
    ) throws {
        let daemon = try RunningDaemon(Home("MaxConnectionsPerUser=5", profiles: manualProfile()))
        try daemon.give()
        var clients: [Client] = []
        for _ in 0..<5 {
            let client = try daemon.connect()
            #expect(try client.ask("GET", "/v1/status").status == 200)
            clients.append(client)
        }
        let monitor = try daemon.connect()
        #expect(try monitor.ask(method, path, method == "POST" ? Question.presign : "").status == status)
        #expect(try monitor.rest() == "")
        #expect(try clients[4].ask("GET", "/v1/status").status == 200)
    }

    @Test func `a client beyond MaxConnections takes the place of the one that is silent longest`() throws {
        let daemon = try RunningDaemon(Home("MaxConnections=3", profiles: manualProfile()))
        var clients: [Client] = []
        for _ in 0..<3 {
            let client = try daemon.connect()
            #expect(try client.ask("GET", "/v1/status").status == 200)
            clients.append(client)
        }
        #expect(try clients[0].ask("GET", "/v1/status").status == 200)
        #expect(try daemon.ask("GET", "/v1/status").status == 200)
        #expect(try clients[1].rest() == "")
        #expect(try clients[0].ask("GET", "/v1/status").status == 200)
        #expect(try clients[2].ask("GET", "/v1/status").status == 200)
        let line = "MaxConnections=3 is reached, user \(ThisProcess.user) the most (3);"
        #expect(try daemon.log.contains(line))
    }

    @Test func `a client is refused when all connections are in use by its user`() throws {
        var server = try AppServer()
        let daemon = try RunningDaemon(Home("MaxConnections=2", profiles: profile("main", from: server.url)))
        try server.waitForCalls(1)
        let clients = try (0..<2).map { _ in try daemon.connect() }
        for client in clients {
            #expect(try client.ask("GET", "/v1/status").status == 200)
            try client.request("POST", "/v1/presign", Question.presign)
        }
        // The daemon serves present connections before it accepts another one, so both requests wait now.
        _ = try daemon.administer("GET", "/v1/health")
        let isRefused = try eventually {
            let next = try daemon.connect()
            // It may be refused before it has sent anything.
            try? next.request("GET", "/v1/status")
            return try next.answer().status == 429
        }
        #expect(isRefused)
        try server.handOut(life: 3_600)
        for client in clients { #expect(try client.answer().status == 200) }
    }

    @Test(arguments: ["MaxConnections=3", "MaxConnectionsPerUser=3"])
    func `the operator gets in when every place is taken`(limit: String) throws {
        let daemon = try RunningDaemon(Home(limit, profiles: manualProfile()))
        var clients: [Client] = []
        for _ in 0..<3 {
            let client = try daemon.connect()
            #expect(try client.ask("GET", "/v1/status").status == 200)
            clients.append(client)
        }
        let beyond = try daemon.connect()
        // It may be refused, and the connection ended, before it has said a word.
        try? beyond.request("GET", "/v1/status")
        for _ in 0..<3 {
            let operatorsClient = try Client(daemon.home.admin)
            #expect(try operatorsClient.ask("GET", "/v1/status").status == 200)
            clients.append(operatorsClient)
        }
    }

    @Test func `that all connections are taken is said once a minute`() throws {
        let start = KernelClock.bootNanoseconds()
        let daemon = try RunningDaemon(Home("MaxConnections=1", profiles: manualProfile()))
        var present = try daemon.connect()
        #expect(try present.ask("GET", "/v1/status").status == 200)
        for _ in 0..<20 {
            let next = try daemon.connect()
            try next.request("GET", "/v1/status")
            #expect(try next.answer().status == 200)
            // Closed only now: else the daemon could see the end of this client first, and would not be full.
            present = next
        }
        let minutes = Int((KernelClock.bootNanoseconds() - start) / 60_000_000_000)
        let messages = try daemon.log.split(separator: "MaxConnections=").count - 1
        #expect((1...1 + minutes).contains(messages))
    }

    /// The limit between requests is shorter here than that of a request that was under way in between.
    @Test func `a client that falls silent after a request in pieces is ended by IdleTimeout`() throws {
        let daemon = try RunningDaemon(Home("IdleTimeout=1s\nRequestTimeout=30s", profiles: manualProfile()))
        let client = try daemon.connect()
        let request = Client.text("GET", "/v1/status")
        try client.send(String(request.prefix(20)))
        // The first look at deadlines finds the request's own.
        let silent = try daemon.connect()
        #expect(try silent.rest() == "")
        try client.send(String(request.dropFirst(20)))
        #expect(try client.answer().status == 200)
        #expect(try client.rest() == "")
    }
}

/// How a client can misbehave.
enum Hostility: CaseIterable {
    case saysNothing
    case sendsHalf
    case neverReads
    case sendsGarbage
    case trickles

    /// The limit that ends it is short, the other one too long to be what ended it.
    var limits: String {
        switch self {
        // Long enough for all to be there before the first is ended.
        case .saysNothing: "IdleTimeout=6s\nRequestTimeout=1h"
        // And all that it wants is answered, as far as it goes.
        case .neverReads: "IdleTimeout=1h\nRequestTimeout=6s"
        default: "IdleTimeout=1h\nRequestTimeout=2s"
        }
    }

    func begin(_ client: Client) throws {
        switch self {
        case .saysNothing: break
        case .sendsHalf:
            try client.send("POST /v1/presign HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        case .neverReads: try client.send(Hostility.pipeline)
        case .sendsGarbage: try client.send("\u{16}\u{03}\u{01}\u{02}\u{00} this is no HTTP\r\n\r\n")
        case .trickles: try client.send("P")
        }
    }

    /// A client that is ended already has nothing to say any more.
    func goOn(_ client: Client) {
        if self == .trickles { try? client.send("O") }
    }

    /// More answers than a socket holds.
    private static let pipeline = {
        let keys = (0..<10).map { "\"key-\($0)\"" }.joined(separator: ",")
        let presign = Client.text("POST", "/v1/presign", #"{"bucket":"b-1","keys":[\#(keys)]}"#)
        return presign + String(repeating: Client.text("GET", "/v1/openapi.json"), count: 6) + presign
    }()
}
