import Bytes
import Kernel
import TestSupport

/// The built program with a configuration, and a daemon behind it that issues tokens as it is told.
struct IssuingServer: ~Copyable {
    var program: RunningProgram
    var daemon: RunningProgram?
    let directory: TemporaryDirectory
    let socket: String
    let configuration: String

    /// `sections`: what the configuration has beside `[AppServer]`; `server`: further keys of that.
    init(_ sections: String = IssuingServer.hosts, server: String = "", hasDaemon: Bool = true) throws {
        let directory = try TemporaryDirectory()
        let socket = directory.appending("http.sock")
        let configuration = directory.appending("a.conf")
        let text = """
            [AppServer]
            Listen=\(socket)
            DaemonSocket=\(directory.appending("d.sock"))
            TokenFile=\(directory.appending("tokens"))
            \(server)
            \(sections)
            """
        try File.replace(configuration, with: text.utf8Span.span)
        let daemon = hasDaemon ? try IssuingServer.daemon(directory) : nil
        var program = try RunningProgram(builtProgram("ossauth-appserver"), ["--config", configuration])
        _ = try program.readLine()
        self.directory = directory
        self.socket = socket
        self.configuration = configuration
        self.daemon = daemon
        self.program = program
    }

    static let hosts = """
        [Group hosts]
        Profile=media
        Bucket=pictures
        Key=home/%u/**
        Method=GET PUT
        Parameter=x-oss-process symlink acl
        """

    private static func daemon(_ directory: borrowing TemporaryDirectory) throws -> RunningProgram {
        var daemon = try RunningProgram(
            "python3",
            [
                "-B", sourceTree("Tests/Support/Fixtures/servers/issuing_daemon.py"),
                directory.appending("d.sock"),
                directory.appending("log"),
            ])
        _ = try daemon.readLine()
        return daemon
    }

    mutating func startDaemon() throws { daemon = try IssuingServer.daemon(directory) }

    mutating func stopDaemon() throws {
        guard var running = daemon.take() else { return }
        running.child.send(.kill)
        _ = try running.finish()
    }

    /// Enrols a user and returns the token.
    func enrol(_ user: String, group: String? = "hosts") throws -> String {
        try run(["--enrol", user] + (group.map { ["--group", $0] } ?? []))
    }

    /// The first line of the output of the program with this configuration.
    func run(_ arguments: [String]) throws -> String {
        var program = try RunningProgram(
            builtProgram("ossauth-appserver"), ["--config", configuration] + arguments)
        let output = try program.rest()
        return String(copying: output.span.extracting(0..<(output.span.firstIndex(of: 10) ?? output.count)))
    }

    func curl(_ arguments: String...) throws -> String {
        var curl = try RunningProgram(
            "curl",
            ["-s", "--unix-socket", socket] + arguments.map { $0.hasPrefix("/") ? "http://a\($0)" : $0 })
        let output = try curl.rest()
        return String(copying: output.span)
    }

    func ask(_ token: String, _ path: String = "/sts") throws -> String {
        try curl("-i", "-H", "Authorization: Bearer \(token)", path)
    }

    func connect() throws -> Descriptor { try UnixSocket.connect(to: socket, waitingUntil: soon()) }

    /// Sends the bytes, stops sending, and reads to the end.
    func exchange(_ request: String) throws -> String {
        let socket = try connect()
        try socket.sendAll(request.utf8Span.span, waitingUntil: soon())
        try socket.finishSending()
        var answer = ByteBuffer()
        while case .bytes = try socket.receive(into: &answer, atMost: 65_536, waitingUntil: soon()) {}
        return String(copying: answer.span)
    }

    /// The questions that the daemon got.
    func questions() throws -> [Substring] {
        guard try FileStatus.existing(at: directory.appending("log")) != nil else { return [] }
        let log = try File.contents(of: directory.appending("log"), atMost: 1 << 22)
        return String(copying: log.span).split(separator: "\n")
    }
}

/// The text of one member.
func member(_ name: String, of document: some StringProtocol) -> String? {
    let pattern = try? Regex("\"\(name)\": ?\"([^\"]*)\"")
    return pattern.flatMap { String(document).firstMatch(of: $0) }?.output[1].substring.map(String.init)
}
