import CommandLine
import Control
import Kernel
import TestSupport
import Testing

/// Every line that the help and the README tell people to type, typed.
struct ExampleTests {
    private static let program = Program.ossauthctl

    @Test(arguments: program.commands.map(\.name))
    func `every example of a command works`(name: String) throws {
        let place = try Self.place(for: name)
        for example in Self.program.commands.filter({ $0.name == name }).flatMap(\.examples) {
            try Self.check(example.line(of: "ossauthctl"), in: place)
        }
    }

    @Test func `every example of the overview works`() throws {
        let place = try Self.place(for: "")
        for example in Self.program.examples { try Self.check(example.line(of: "ossauthctl"), in: place) }
    }

    @Test func `every example of the other programs works`() throws {
        let place = try Self.place(for: "")
        for example in Program.ossauthd.examples { try Self.check(example.line(of: "ossauthd"), in: place) }
        let directory = try TemporaryDirectory()
        let configuration = directory.appending("a.conf")
        let text = """
            [AppServer]
            Listen=\(directory.appending("http.sock"))
            TokenFile=\(directory.appending("tokens"))
            [Group hosts]
            Profile=media
            Bucket=examplebucket
            Method=PUT
            Parameter=symlink acl
            """
        try File.replace(configuration, with: text.utf8Span.span)
        for example in Program.appServer.examples {
            let words = example.words.replacing("/etc/ossauthd/ossauth-appserver.conf", with: configuration)
            var server = try RunningProgram(
                builtProgram("ossauth-appserver"), words.split(separator: " ").map(String.init))
            let line = try server.readLine()
            let expected =
                example.words.contains("--code")
                ? "ossauthcode_"
                : example.words.contains("--enrol") ? "ossauth_" : "listening on /"
            #expect(line.hasPrefix(expected), "\(line)")
        }
    }

    /// The commands that the daemon of this configuration answers, in the order in which they stand there.
    @Test(arguments: Readme.all)
    func `every line of the README works with the configuration of the README`(readme: Readme) throws {
        let place = try ExamplePlace(
            readme.configuration.replacing("user:www-data", with: "uid:\(ThisProcess.user)"), access: "",
            list: ["oss://media/public/a", "oss://media/public/b"])
        #expect(readme.lines.count > 3)
        for line in readme.lines { try Self.check(line, in: place, profile: "media") }
        let (end, output) = try place.type(
            "PYTHONPATH=\(sourceTree("adapters/python")) python3 -B -c '\(readme.python)'")
        #expect(end == .exited(0) && output.hasPrefix("https://media.oss-cn-hangzhou"), "\(output)")
    }

    @Test func `the demo of the README works`() throws {
        var demo = try RunningProgram(
            "/bin/bash", [sourceTree("Tests/Systems/Demo/demo.sh")], environment: ["BIN=\(builtProgram("."))"]
        )
        let output = try demo.rest().string
        let end = try demo.finish()
        #expect(end == .exited(0), "\(output)")
    }

    /// The lines that this test does not run are run by `make` itself, or by the boot test.
    @Test(arguments: Readme.all)
    func `the README contains no command that no test runs`(readme: Readme) {
        let others = [
            "sudo apt install ./ossauthd_*.deb",
            "sudo dnf install ./ossauthd-*.rpm && sudo systemctl start ossauthd",
            "tar xf ossauthd-*.tar.gz && cd ossauthd-*/ && ./install.sh", "make demo", "make test",
            "sudo ossauthctl init --url https://appserver.example.com/sts --endpoint oss-cn-hangzhou.aliyuncs.com "
                + "--bucket media --user www-data",
            "systemctl reload ossauthd",
        ]
        #expect(readme.others == others)
    }
}

extension ExampleTests {
    private static func place(for command: String) throws -> ExamplePlace {
        let isGiven = ["credentials set", "credentials forget"].contains(command)
        let profiles = ["uploads", "backup"].map { name in
            isGiven ? manualProfile(name) : profile(name, from: ExamplePlace.appServer)
        }
        let access = """
            [Access examples]
            Match=uid:\(ThisProcess.user)
            Profile=*
            Allow=sign presign post-policy status credentials watch

            """
        let others = ["www-data", "backup"].map { user in
            "[Access \(user)]\nMatch=user:\(user)\nProfile=uploads\nAllow=sign presign\n"
        }
        let daemon =
            "DefaultProfile=uploads\n"
            + (command == "exec" ? "CompatListen=127.0.0.1:\(try freePort())\n" : "")
        return try ExamplePlace(
            daemon + profiles.joined(), access: access + others.joined(),
            list: ["oss://bucket/a", "oss://bucket/b"])
    }

    private static func check(_ line: String, in place: borrowing ExamplePlace, profile: String = "uploads")
        throws
    {
        if [" top", " events", " --watch"].contains(where: line.contains) {
            #expect(try place.watch(line, for: profile), "\(line)")
            return
        }
        let (end, output) = try place.type(shortened(line))
        #expect(statuses(line).map(Termination.exited).contains(end), "\(line): \(output)")
        #expect(!output.contains("urn:ossauthd:problem"), "\(line): \(output)")
    }

    /// The URL is one that the daemon signs, a short load is load enough, and what changes the host is only printed.
    private static func shortened(_ line: String) -> String {
        if line.hasSuffix(" | sudo sh") { return String(line.dropLast(10)) }
        if line.contains(" init ") { return "\(line) --dry-run" }
        if line.contains(" bench") { return "\(line) --duration 100ms" }
        return line.contains("$URL") ? "URL=$(ossauthctl presign oss://bucket/k); \(line)" : line
    }

    /// How a line may end: mistakes on purpose are found, and the files of the host in /etc are unknown.
    ///
    /// The daemon has no gateway, because that needs a listener of root.
    private static func statuses(_ line: String) -> [Int32] {
        if [" verify", " --gateway"].contains(where: line.contains) { return [1] }
        if line.contains(" explain") { return [ThisProcess.user == 0 ? 0 : 1] }
        if line.contains(" suggest") { return [0, 2] }  // the host need not have the daemon's user
        if line.hasSuffix("ossauthd --check") || line.contains("ossauthd --print ") { return [0, 78] }
        return [0]
    }
}

/// A README, as far as it is to be typed.
struct Readme: CustomTestStringConvertible {
    let testDescription: String
    let configuration: String
    let python: String
    let lines: [String]
    /// The lines that are no request to a daemon, without their comments.
    let others: [String]

    static var all: [Readme] { ["README.md", "README.zh-CN.md"].compactMap { try? Readme($0) } }

    private init(_ name: String) throws {
        testDescription = name
        let text = try read(sourceTree(name)).replacing("\\\n", with: " ")
        configuration = text.firstMatch(of: /```ini\n((?s).*?)```/).map { String($0.output.1) } ?? ""
        python = text.firstMatch(of: /```python\n((?s).*?)```/).map { String($0.output.1) } ?? ""
        let all = text.split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^    (\S.*)/).map { String($0.output.1) } }
        let isRequest = { (line: String) in line.hasPrefix("ossauthctl ") || line.hasPrefix("curl ") }
        lines = all.filter(isRequest)
        others = all.filter { !isRequest($0) }.map { $0.split(separator: "#")[0].trimmed }
    }
}
