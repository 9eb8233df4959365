import CommandLine
import Control
import Kernel
import Testing

struct GatewayTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    @Test func `the configuration names the profile and the endpoints of both dialects`() throws {
        let run = try stage.run(["gateway", "media", "https://OSS-cn-hangzhou.aliyuncs.com"])
        #expect(run.status == .exited(0))
        #expect(run.output.contains("#   [Forward media]\n#   Listen=127.0.0.1:471\n"))
        #expect(
            run.output.contains(
                "upstream s3.oss-cn-hangzhou.aliyuncs.com { server s3.oss-cn-hangzhou.aliyuncs.com:443;"))
        #expect(
            !run.output.contains("@PROFILE@") && !run.output.contains("@ENDPOINT@")
                && !run.output.contains("@AUTHORITIES@"))
    }

    @Test(arguments: [
        "example.com", "http://oss-cn-hangzhou.aliyuncs.com", "oss-cn-hangzhou.aliyuncs.com:80",
        "oss-cn;.aliyuncs.com", "",
    ])
    func `another server than OSS is refused`(endpoint: String) throws {
        #expect(throws: UsageError.self) {
            try command(["gateway", "media", endpoint], as: GatewayCommand.self)
        }
        #expect(throws: UsageError.self) {
            try command(["gateway", "a;b", "oss-cn-hangzhou.aliyuncs.com"], as: GatewayCommand.self)
        }
    }

    @Test func `a program behind the gateway gets a dummy key under both names`() throws {
        let words = [
            "exec", "--gateway", "--", "sh", "-c",
            "echo $OSS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $OSS_ENDPOINT $AWS_ENDPOINT_URL_S3 $AWS_REGION",
        ]
        let run = try stage.run(words, environment: ["PATH=/usr/bin:/bin"])
        #expect(run.output == "gateway gateway http://127.0.0.1:471 http://127.0.0.1:471 cn-hangzhou\n")
        // obstore asks for the first, GDAL for the others; s3fs-fuse takes an empty token for a wrong one.
        let more = try stage.run(
            [
                "exec", "--gateway", "--", "sh", "-c",
                "echo $AWS_ALLOW_HTTP $OSS_SECRET_ACCESS_KEY $OSS_HTTPS $OSS_VIRTUAL_HOSTING; env | grep TOKEN",
            ], environment: ["PATH=/usr/bin:/bin", "OSS_SESSION_TOKEN=old", "AWS_SESSION_TOKEN=old"])
        #expect(more.output == "true gateway NO FALSE\n")
        #expect(throws: UsageError.self) {
            try command(["exec", "--gateway", "--uri", "true"], as: ExecCommand.self)
        }
    }

    /// The company's proxy cannot reach the gateway; curl prefers the small letters, others the capitals.
    @Test(arguments: [
        ([], "127.0.0.1 127.0.0.1"), (["no_proxy=a,b"], "a,b,127.0.0.1 a,b,127.0.0.1"),
        (["NO_PROXY=a", "no_proxy="], "a,127.0.0.1 a,127.0.0.1"),
        (["NO_PROXY=a", "no_proxy=b"], "b,127.0.0.1 a,127.0.0.1"), (["no_proxy=*"], "* "),
    ])
    func `a program behind the gateway asks no proxy for it`(variables: [String], expected: String) throws {
        let run = try stage.run(
            ["exec", "--gateway", "--", "sh", "-c", #"set -f; echo "$no_proxy $NO_PROXY""#],
            environment: ["PATH=/usr/bin:/bin"] + variables)
        #expect(run.output == "\(expected)\n")
    }

    @Test func `doctor compares the installed file with the printed one`() throws {
        func finding(_ state: String, _ file: String) -> (verdict: Finding.Verdict, text: String) {
            let nginx = UnitState(["Id": "ossauth-nginx.service", "ActiveState": state])
            let finding = Finding.gateway(nginx, file: file)
            return (finding.verdict, FindingsPage(Ink(isColoured: false), columns: 500).text(of: [finding]))
        }
        let printed = try stage.run(["gateway", "media", "oss-cn-hangzhou.aliyuncs.com"]).output
        // A connection starts it.
        #expect(finding("inactive", printed).verdict == .good)
        let failed = finding("failed", printed)
        #expect(failed.verdict == .bad && failed.text.contains("'journalctl --unit ossauth-nginx.service'"))
        let changed = finding("active", printed + "#")
        #expect(changed.verdict == .doubtful)
        #expect(
            changed.text.contains(
                "'ossauthctl gateway media oss-cn-hangzhou.aliyuncs.com | diff /etc/ossauthd/nginx.conf -'"))
        #expect(finding("active", "http {}").verdict == .doubtful)
        // No part of the file becomes a command that people copy.
        for words in ["a;b oss-cn-hangzhou.aliyuncs.com", "media $(id)"] {
            let foreign = finding("active", "# ossauthctl gateway \(words)\n")
            #expect(foreign.verdict == .doubtful && !foreign.text.contains(words))
        }
    }
}
