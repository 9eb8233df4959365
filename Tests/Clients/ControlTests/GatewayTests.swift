import CommandLine
import Kernel
import OSSAuthClient
import Testing

@testable import Control

final class GatewayTests {
    private let stage: Stage
    /// It has another port in each test.
    private let door: LoopbackListener

    init() throws {
        stage = try Stage()
        door = try LoopbackListener(port: 0, backlog: 4)
    }

    /// The answer of a daemon with these sections.
    private func gateways(_ names: String...) -> Scripted {
        let list = names.map { #"{"name":"\#($0)","port":\#(door.port),"region":"cn-beijing"}"# }
        return Scripted(200, #"{"uid":0,"gateways":[\#(list.joined(separator: ","))]}"#)
    }

    @Test func `a program behind the gateway gets a dummy key under both names`() throws {
        let words = [
            "exec", "--gateway", "--", "sh", "-c",
            "echo $OSS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $OSS_ENDPOINT $AWS_ENDPOINT_URL_S3 $AWS_REGION",
        ]
        let run = try stage.run(words, on: .api, [gateways("media")], environment: ["PATH=/usr/bin:/bin"])
        let address = "http://127.0.0.1:\(door.port)"
        #expect(run.output == "gateway gateway \(address) \(address) cn-beijing\n")
        // obstore asks for the first, GDAL for the others; s3fs-fuse takes an empty token for a wrong one.
        let more = try stage.run(
            [
                "exec", "--gateway", "--", "sh", "-c",
                "echo $AWS_ALLOW_HTTP $OSS_SECRET_ACCESS_KEY $OSS_HTTPS $OSS_VIRTUAL_HOSTING; env | grep TOKEN",
            ], on: .api, [gateways("media")],
            environment: ["PATH=/usr/bin:/bin", "OSS_SESSION_TOKEN=old", "AWS_SESSION_TOKEN=old"])
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
            ["exec", "--gateway=media", "--", "sh", "-c", #"set -f; echo "$no_proxy $NO_PROXY""#],
            on: .api, [gateways("other", "media")], environment: ["PATH=/usr/bin:/bin"] + variables)
        #expect(run.output == "\(expected)\n")
    }

    @Test(arguments: [
        ("--gateway", ["a", "b"], "there are several gateways: choose --gateway=a or --gateway=b"),
        ("--gateway=c", ["a"], "no gateway is named 'c': choose --gateway=a"),
        ("--gateway", [], "this host has no gateway: add a section [Forward NAME] with Profile="),
    ])
    func `exec says which gateways there are`(option: String, names: [String], message: String) throws {
        let answer =
            switch names.count {
            case 0: gateways()
            case 1: gateways(names[0])
            default: gateways(names[0], names[1])
            }
        let run = try stage.run(["exec", option, "true"], on: .api, [answer])
        #expect(run.status != .exited(0) && run.error.contains(message), "\(run.error)")
    }

    @Test func `a program behind the gateway always gets a region`() throws {
        let answer = Scripted(200, #"{"uid":0,"gateways":[{"name":"a","port":\#(door.port),"region":""}]}"#)
        let run = try stage.run(
            ["exec", "--gateway", "--", "sh", "-c", "echo $AWS_REGION"], on: .api, [answer],
            environment: ["PATH=/usr/bin:/bin"])
        #expect(run.output == "cn-hangzhou\n")
    }

    @Test func `exec says that nothing listens, and needs the daemon only for a name`() throws {
        let answer = Scripted(200, #"{"uid":0,"gateways":[{"name":"media","port":1,"region":""}]}"#)
        let closed = try stage.run(["exec", "--gateway", "true"], on: .api, [answer])
        #expect(closed.error.contains("nothing listens at 127.0.0.1:1, the gateway; 'sudo ossauthctl "))
        #expect(closed.status == .exited(1))
        #expect(try stage.run(["exec", "--gateway=media", "true"]).status == .exited(3))
        // A program behind the gateway may not ask the daemon; its address is the usual one then.
        let alone = try stage.run(["exec", "--gateway", "true"])
        #expect(alone.status == .exited(0) || alone.error.contains("nothing listens at 127.0.0.1:471"))
    }

    @Test(arguments: [
        ("<Error><Message>ossauthd: Authorization: must be a signature, made with any key</Message>", nil),
        ("", "nothing answers at 127.0.0.1:471; why"),
        ("HTTP/1.1 404 Not Found\r\n\r\nmade with any key", "another program answers at 127.0.0.1:471; why"),
        (
            "<Error><Message>ossauthd does not answer</Message></Error>",
            "127.0.0.1:471 refuses all requests: ossauthd does not answer; why"
        ),
    ])
    func `doctor calls a gateway good only if the daemon answers`(answer: String, problem: String?) {
        let finding = Finding.gateway(Gateway(), answer: answer, lostName: nil, errors: ["why"])
        #expect(finding.verdict == (problem == nil ? .good : .bad))
        let text = Page(ink: Ink(isColoured: false), columns: 500).text(of: [finding])
        guard let problem else { return }
        #expect(text.contains(problem) && text.contains("ossauth-nginx@471.socket ossauth-nginx@471'"))
    }

    /// OSS itself is not asked, and an nginx that runs needs its name only for the next start.
    @Test(arguments: [
        ("<Message>made with any key</Message>", true, "oss", Finding.Verdict.doubtful, "DNS of this host"),
        ("", true, "oss", .bad, "DNS of this host"), ("", false, "oss", .bad, "'apt install nginx'"),
    ])
    func `doctor calls a gateway good only if nginx can start again`(
        answer: String, hasNginx: Bool, name: String, verdict: Finding.Verdict, fix: String
    ) {
        let finding = Finding.gateway(
            Gateway(), answer: answer, hasNginx: hasNginx, lostName: name, errors: ["why"])
        let text = Page(ink: Ink(isColoured: false), columns: 500).text(of: [finding])
        #expect(finding.verdict == verdict && text.contains(fix), "\(text)")
    }

    @Test func `doctor says of a good gateway that OSS was not asked`() {
        let good = Finding.gateway(
            Gateway(), answer: "<Message>made with any key</Message>", lostName: nil, errors: [])
        #expect(
            good
                == Finding(
                    "gateway", of: "", .good, "127.0.0.1:471: nginx and the daemon answer; OSS was not asked")
        )
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\n", nil), ("", "nothing answers at 127.0.0.1:6770"),
        ("HTTP/1.1 200 OK\r\n", "another program answers at 127.0.0.1:6770"),
    ])
    func `doctor asks the address for unmodified programs`(answer: String, problem: String?) {
        let finding = Finding.compat(port: 6_770, answer: answer)
        #expect(
            finding
                == Finding(
                    "compat", problem == nil ? .good : .bad, problem ?? "127.0.0.1:6770 answers",
                    fix: problem == nil ? nil : "'systemctl restart ossauthd-compat.socket'"))
    }
}
