import CommandLine
import Control
import Kernel
import TestSupport
import Testing

struct InitTests {
    private static let common = ["init", "--endpoint", "oss-cn-hangzhou.aliyuncs.com", "--user", "root"]
    private static let appServer = ["--url", "https://appserver.example.com/sts"]

    private func file(_ words: [String], keeping members: [String] = []) throws -> String {
        try command(InitTests.common + words, as: InitCommand.self).text(keeping: members)
    }

    @Test func `writes one profile and a rule for one user in one bucket`() throws {
        let text = """
            [Profile media]
            Source=appserver
            URL=https://appserver.example.com/sts
            Endpoint=oss-cn-hangzhou.aliyuncs.com
            Bucket=media

            [Access media]
            Match=user:root
            Profile=media
            Bucket=media
            Allow=sign presign status
            Method=GET HEAD PUT
            MaxExpires=1h

            """
        #expect(try file(["--bucket", "media"] + InitTests.appServer) == text)
        let role = "Source=ecs-ram-role\nEndpoint=oss-cn-hangzhou.aliyuncs.com\n"
        #expect(try file(["--bucket", "media", "--ecs-role"]).hasPrefix("[Profile media]\n\(role)"))
    }

    @Test func `keeps the standard rule for those who have it`() throws {
        let text = try file(["--bucket", "media", "--ecs-role"], keeping: ["user:root", "unit:web.service"])
        #expect(
            text.hasSuffix(
                """
                MaxExpires=1h

                # Keeps the standard rule, which the first [Access] ends.
                [Access members]
                Match=user:root
                Match=unit:web.service
                Allow=sign presign post-policy status watch

                """))
    }

    @Test(arguments: [
        (["--bucket", "media"] + appServer, true), (["--bucket", "media", "--ecs-role"], true),
        (["--bucket", "Media", "--ecs-role"], false), (["--bucket", "a.b", "--ecs-role"], false),
        (["--bucket", "media", "--url", #"https://x.example.com/\"#], false),
        (["--bucket", "media", "--url", "ftp://x.example.com"], false),
        (["--bucket", "media", "--ecs-role", "--endpoint", #"oss.example.com\"#], false),
        (["--bucket", "media", "--ecs-role", "--user", #"root\"#], false),
        (["--bucket", "media", "--ecs-role", "--user", "EXAMPLE|alice"], false),
    ])
    func `the check refuses a file that the daemon would not take`(words: [String], isGood: Bool) throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("media.conf.new")
        try File.replace(path, with: try file(words, keeping: ["user:root"]).utf8Span.span)
        var check = try Running(
            builtProgram("ossauthd"), ["--config", path, "--check"], input: "", environment: [])
        let outcome = try check.finish()
        #expect((outcome.status == .exited(0)) == isGood, "\(outcome.error)")
    }

    @Test(
        arguments: [
            (
                ["--bucket", "a\n[Access all]", "--ecs-role"],
                "--bucket cannot be 'a\n[Access all]': it has a line end"
            ),
            (["--bucket", "media", "--url", "https://x\nMatch=uid:0"], "--url cannot be"),
            (["--bucket", "media", "--ecs-role", "--user", "a\rb"], "--user cannot be"),
            (["--bucket", "media", "--ecs-role", "--endpoint", "a\u{7F}"], "--endpoint cannot be"),
            (["--bucket", "../../x", "--ecs-role"], "'../../x' is not the name of a profile"),
            (["--bucket", "a b", "--ecs-role"], "init needs --bucket, without a blank"),
            (
                ["--bucket", "media", "--url", "https://x.example.com/ b"],
                "init needs --url, without a blank"
            ),
            (["--bucket", "media", "--ecs-role", "--endpoint", "a b"], "init needs --endpoint, without"),
            (
                ["--bucket", "media", "--ecs-role", "--user", "root unit:a.service"],
                "init needs --user, without"
            ),
            (["--bucket", "", "--ecs-role"], "'' is not the name of a profile"),
            (["--ecs-role"], "init needs --bucket"), (["--bucket", "media"], "init needs --url"),
            (["--bucket", "media", "--ecs-role"] + appServer, "--url and --ecs-role are two sources"),
        ])
    func `refuses a value that could be more than a value`(words: [String], sentence: String) throws {
        let error = #expect(throws: UsageError.self) { _ = try command(InitTests.common + words) }
        #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
    }

    @Test func `the standard rule is no section, so the first one replaces it`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("media.conf")
        let text = try file(["--bucket", "media", "--ecs-role"], keeping: ["user:root"])
        for (content, names) in [("[Profile media]\nSource=manual\n", ""), (text, "media\nmembers\n")] {
            try File.replace(path, with: content.utf8Span.span)
            var run = try Running(
                builtProgram("ossauthd"), ["--config", path, "--print", "rules"], input: "", environment: [])
            #expect(try run.finish().output == names)
        }
    }

    @Test func `makes nothing for a user that the host does not know`() throws {
        let words = InitTests.common + ["--user", "no|body", "--bucket", "media", "--ecs-role"]
        let run = try Stage().run(words)
        #expect(run.status == .exited(2) && run.output == "")
        #expect(run.error == "ossauthctl: error: this host has no user 'no|body'\n")
    }

    @Test func `prints the file for any user, and changes nothing`() throws {
        let words = InitTests.common + ["--bucket", "media", "--ecs-role", "--dry-run"]
        let run = try Stage().run(words)
        #expect(run.status == .exited(0) && run.error == "")
        #expect(run.output.hasPrefix(try file(["--bucket", "media", "--ecs-role"])))
    }
}
