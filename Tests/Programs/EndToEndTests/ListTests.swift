import Kernel
import TestSupport
import Testing

/// Lists of locations, by the real command line and the real daemon.
struct ListTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        try daemon.give()
        self.daemon = daemon
    }

    /// Runs a script whose `$C` is the command line.
    private func shell(_ script: String) throws -> (output: String, end: Termination) {
        var program = try RunningProgram(
            "sh", ["-c", script + " 2>&1"],
            environment: ["OSSAUTHD_SOCKET=\(daemon.home.api)", "C=\(builtProgram("ossauthctl"))"])
        let output = try program.rest()
        return (output.string, try program.child.wait())
    }

    @Test func `presigns every line, in their order, in bounded memory`() throws {
        let run = try shell("seq 1 5000 | sed 's|^|oss://bucket/k|' | $C presign -")
        let lines = run.output.split(separator: "\n")
        #expect(run.end == .exited(0) && lines.count == 5_000)
        for (number, line) in lines.enumerated() {
            let key = "k\(number + 1)"
            #expect(
                line.hasPrefix("oss://bucket/\(key)\thttps://bucket.oss-cn-hangzhou.aliyuncs.com/\(key)?"))
        }
    }

    /// Three times what the rule grants in a second.
    @Test func `finishes a list that is longer than a rate`() throws {
        let home = try Home(profiles: manualProfile(), access: "\(Home.access)\nRate=1000/1s")
        let limited = try RunningDaemon(home)
        try limited.give()
        var program = try RunningProgram(
            "sh", ["-c", "seq 1 3000 | sed 's|^|oss://bucket/k|' | $C presign - 2> \(home.path)/notes"],
            environment: ["OSSAUTHD_SOCKET=\(home.api)", "C=\(builtProgram("ossauthctl"))"])
        let lines = try program.rest().string.split(separator: "\n")
        #expect(try program.child.wait() == .exited(0) && lines.count == 3_000)
        for (number, line) in lines.enumerated() { #expect(line.contains("/k\(number + 1)?")) }
        #expect(
            try read("\(home.path)/notes").wholeMatch(
                of: /ossauthctl: note: rate limited; resuming in [0-9]+ s; --no-wait ends instead\n/) != nil)
    }

    @Test func `names the profiles that may be used where another is asked for`() throws {
        let run = try shell("$C presign --profile nosuch oss://bucket/k")
        #expect(
            run.output == "ossauthctl: error: oss://bucket/k: unknown profile 'nosuch' (you may use: main)\n")
        #expect(run.end == .exited(1))
    }

    @Test func `keeps the order over several buckets`() throws {
        let run = try shell(
            "for i in 1 2 3; do echo oss://bucket-a/$i; echo oss://bucket-b/$i; done | $C presign -")
        let lines = run.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        let names = (1...3).flatMap { number in ["bucket-a", "bucket-b"].map { "\($0)/\(number)" } }
        #expect(lines.map { $0[0] } == names.map { "oss://\($0)" })
        for (line, name) in zip(lines, names) {
            let parts = name.split(separator: "/")
            #expect(line[1].hasPrefix("https://\(parts[0]).oss-cn-hangzhou.aliyuncs.com/\(parts[1])?"))
        }
    }

    @Test func `answers a program that writes a line and waits for its URL`() throws {
        let run = try shell(
            "d=$(mktemp -d); mkfifo $d/in $d/out; $C presign - < $d/in > $d/out & exec 3>$d/in 4<$d/out;"
                + " rm -r $d; for i in 1 2 3; do echo oss://bucket/k$i >&3; read -r url <&4; echo \"$url\"; done; exec 3>&-; wait"
        )
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[2].contains("/k3?"))
    }

    @Test func `signs all but the lines that cannot be signed, and names them, with --keep-going`() throws {
        let bad = #"sed -e '1200s|.*|oss://Bucket/x|' -e '1700s|.*|http://x|'"#
        let run = try shell(
            "f=$(mktemp); seq 1 2500 | sed 's|^|oss://bucket/k|' | \(bad) > $f; $C presign --keep-going - < $f 2>&1; s=$?; rm $f; exit $s"
        )
        let lines = run.output.split(separator: "\n")
        let errors = lines.filter { $0.hasPrefix("ossauthctl: error: ") }
        #expect(lines.count == 2_501 && run.end == .exited(1))
        #expect(errors.count == 3, "\(errors)")
        #expect(errors.contains { $0.contains("line 1200 of standard input: oss://Bucket/x: ") })
        #expect(errors.contains { $0.contains("line 1700 of standard input: 'http://x' is not an OSS-URL") })
        #expect(errors.last == "ossauthctl: error: 2 lines of the list could not be signed")
        let keys = lines.compactMap { $0.firstMatch(of: /\/k([0-9]+)\?/).flatMap { Int($0.output.1) } }
        #expect(keys == (1...2_500).filter { $0 != 1_200 && $0 != 1_700 })
    }

    @Test func `says where in a long list the refused ones are`() throws {
        // Out of a file, since what comes out of a pipe is asked for as it comes.
        let run = try shell(
            "f=$(mktemp); (seq 1 1500 | sed 's|^|oss://bucket/k|'; echo oss://x/y; echo oss://x/z) > $f; exec < $f; rm $f; $C presign -"
        )
        #expect(
            run.end == .exited(1) && run.output.hasSuffix("(among the URLs 1,501 to 1,502 of the list)\n"))
    }

    @Test func `goes on when the daemon is started anew`() throws {
        let home = try Home(profiles: manualProfile())
        var old = try RunningDaemon(home)
        try old.give()
        var program = try RunningProgram(
            builtProgram("ossauthctl"), ["--socket", home.api, "presign", "-"])
        try program.stream.sendAll("oss://bucket/1\n".utf8Span.span, waitingUntil: soon())
        #expect(try program.readLine().contains("/1?"))
        #expect(try old.stop() == .exited(0))
        let next = try RunningDaemon(home)
        try program.stream.sendAll("oss://bucket/2\n".utf8Span.span, waitingUntil: soon())
        #expect(try program.readLine().contains("/2?"))
        #expect(next.process != old.process)
    }

    @Test func `says where to go on when the daemon does not come back`() throws {
        let home = try Home(profiles: manualProfile())
        var old = try RunningDaemon(home)
        try old.give()
        var program = try RunningProgram(
            "sh", ["-c", "$C presign - 2>&1"],
            environment: ["OSSAUTHD_SOCKET=\(home.api)", "C=\(builtProgram("ossauthctl"))"])
        try program.stream.sendAll("oss://bucket/1\n".utf8Span.span, waitingUntil: soon())
        #expect(try program.readLine().contains("/1?"))
        #expect(try old.stop() == .exited(0))
        try program.stream.sendAll("oss://bucket/2\n".utf8Span.span, waitingUntil: soon())
        #expect(try program.readLine().hasSuffix("(printed so far: 1 of the list)"))
        #expect(try program.finish() == .exited(3))
    }

    @Test func `a list without lines is no URL`() throws {
        let run = try shell("$C presign - < /dev/null")
        #expect(run.output == "" && run.end == .exited(0))
    }
}
