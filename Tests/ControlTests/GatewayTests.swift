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
        #expect(throws: UsageError.self) {
            try command(["exec", "--gateway", "--uri", "true"], as: ExecCommand.self)
        }
    }
}
