import CommandLine
import Testing

@testable import Daemon
@testable import Settings

struct OptionsTests {
    @Test(
        arguments: [
            ([], .run, nil), (["--check"], .check(asJSON: false), nil), (["--version"], .showVersion, nil),
            (["--json", "--check"], .check(asJSON: true), nil),
            (["--help"], .showHelp, nil), (["-h"], .showHelp, nil), (["--config", "/a"], .run, "/a"),
            (["--config=/a"], .run, "/a"), (["--config=/a=b"], .run, "/a=b"),
            (["--check", "--config", "/a"], .check(asJSON: false), "/a"),
            (["--config", "/a", "--check"], .check(asJSON: false), "/a"),
            (["--config", "--check"], .run, "--check"), (["--config", "/a", "--config=/b"], .run, "/b"),
            (["--config", "/a", "--print", "role"], .printDerived(.role), "/a"),
            (["--print=gateway:471"], .printDerived(.gateway(port: 471, former: nil)), nil),
        ] as [([String], Options.Action, String?)])
    func `a valid command line is understood`(
        arguments: [String], action: Options.Action, configuration: String?
    ) throws {
        let options = try Options(arguments)
        #expect(options.action == action)
        #expect(options.configuration == configuration)
    }

    @Test(arguments: [
        ["--config"], ["--check", "--config"], ["--configuration=/a"], ["/etc/ossauthd.conf"], ["--Check"],
        ["-c"], [""], ["--check=yes"], ["--config="], ["--config", ""],
        ["--print"], ["--print", "gateway:x"], ["--json"], ["--json", "--print", "role"],
    ])
    func `an invalid command line is refused`(arguments: [String]) {
        #expect(throws: UsageError.self) { _ = try Options(arguments) }
    }
}
