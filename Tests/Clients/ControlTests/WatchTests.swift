import Bytes
import Kernel
import TestSupport
import Testing

/// `events`, next to a daemon that plays its part by a script.
struct WatchTests {
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let state =
        #"{"event":"state","profiles":[{"name":"media","state":"fresh","generation":1,"remainingSeconds":60}]}"#
    private static let rotated =
        #"{"event":"rotated","time":"2023-12-16T16:30:57Z","profile":"media","generation":2,"expiration":null}"#
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    private static func chunk(_ text: String) -> String {
        "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    /// Ends `events` when it has printed so many lines.
    private static func until(_ lines: Int, _ option: String = "") -> String {
        """
        f=$(mktemp); "$0" events \(option) > $f & until [ $(wc -l < $f) -ge \(lines) ]; do sleep 0.05; done
        kill $!; cat $f; rm $f
        """
    }

    /// Runs a script while a daemon serves one connection after the other, each with its bytes and then its end.
    private func run(_ script: String, _ connections: [String]) throws -> Outcome {
        let listener = try stage.listen(at: stage.api)
        var running = try Running(
            "/bin/sh", ["-c", script, builtProgram("ossauthctl")], input: "",
            environment: ["OSSAUTHD_SOCKET=\(stage.api)", "PATH=/usr/bin:/bin"])
        for bytes in connections { _ = try answer(listener.socket, bytes) }
        return try running.finish()
    }

    /// Answers the next who asks for the events, for as long as the connection is kept.
    private func answer(_ listener: borrowing Descriptor, _ bytes: String) throws -> Descriptor {
        let connection = try stage.accept(listener)
        var request = ByteBuffer()
        while !request.string.hasSuffix("\r\n\r\n") {
            _ = try connection.receive(into: &request, atMost: 4_096, waitingUntil: soon())
        }
        #expect(request.string.hasPrefix("GET /v1/watch HTTP/1.1\r\n"))
        try connection.sendAll(bytes.utf8Span.span, waitingUntil: soon())
        return connection
    }

    @Test func `prints what is and what happens, and finds the daemon again`() throws {
        let first = Self.head + Self.chunk(Self.state + "\n" + Self.rotated) + Self.chunk("\n")
        let second = Self.head + Self.chunk(Self.state + "\n")
        let run = try run(Self.until(3), [first, second])
        let lines = run.output.split(separator: "\n")
        #expect(
            lines.count == 3
                && run.error.hasPrefix("ossauthctl: warning: the daemon went away; waiting for it\n"))
        #expect(lines[0].hasSuffix("Z  media    fresh           1min left, generation 1"))
        #expect(lines[1] == "2023-12-16T16:30:57Z  media    rotated         generation 2, without an end")
        #expect(lines[2].hasSuffix(lines[0].dropFirst(20)))
    }

    @Test func `passes the events on to a program`() throws {
        let strange = #"{"event":"new","text":"\u009b"#
        let bytes = Self.head + Self.chunk(Self.state + "\n" + strange + "\u{9B}\"}\n")
        let run = try run(Self.until(2, "--json"), [bytes])
        #expect(run.output == Self.state + "\n" + strange + "\\u009b\"}\n")
    }

    @Test(arguments: [
        (
            "HTTP/1.1 404 Not Found\r\nContent-Length: 31\r\n\r\n{\"title\":\"No\",\"detail\":\"route\"}",
            Int32(1), "no: route"
        ),
        (head.replacing("chunked", with: "chunked\r\nX: y") + "zz\r\n", 5, "does not know"),
        (head + chunk("{}\n"), 5, "'event' is missing"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 5, "does not know"),
    ])
    func `the watch ends if the daemon's answer is no event stream`(
        bytes: String, status: Int32, sentence: String
    ) throws {
        let run = try run(#"exec "$0" events"#, [bytes])
        #expect(run.status == .exited(status) && run.output == "" && run.error.hasSuffix("\(sentence)\n"))
    }

    /// Without an event that it could not write.
    @Test(arguments: ["", "--json"])
    func `ends when its reader goes away`(option: String) throws {
        let listener = try stage.listen(at: stage.api)
        var running = try Running(
            "/bin/sh", ["-c", "\"$0\" events \(option) | head -n 1", builtProgram("ossauthctl")], input: "",
            environment: ["OSSAUTHD_SOCKET=\(stage.api)", "PATH=/usr/bin:/bin"])
        let connection = try answer(listener.socket, Self.head + Self.chunk(Self.state + "\n"))
        let run = try running.finish()
        #expect(run.output.split(separator: "\n").count == 1 && run.status == .exited(0))
        _ = consume connection
    }

    @Test func `ends when its reader goes away while the daemon is away`() throws {
        var listener: UnixListener? = try stage.listen(at: stage.api)
        // The reader goes when it has read that the daemon did.
        let script = #"""
            mkfifo "$1"
            "$0" events 2> "$1" | { exec 4< "$1"; head -n 1; read -r note <&4; echo "$note"; }
            """#
        var running = try Running(
            "/bin/sh", ["-c", script, builtProgram("ossauthctl"), stage.directory.appending("errors")],
            input: "", environment: ["OSSAUTHD_SOCKET=\(stage.api)", "PATH=/usr/bin:/bin"])
        if let socket = listener.take() {
            _ = try answer(socket.socket, Self.head + Self.chunk(Self.state + "\n"))
        }
        let run = try running.finish()
        #expect(run.output.hasSuffix("\nossauthctl: warning: the daemon went away; waiting for it\n"))
        #expect(run.error == "" && run.status == .exited(0))
    }

    @Test func `ends where there never was a daemon`() throws {
        #expect(try stage.run(["events"]).status == .exited(3))
    }
}
