import Kernel
import TestSupport
import Testing

/// Credentials on their way out.
struct CredentialTests {
    private let stage: Stage
    private static let document = Scripted(
        200,
        #"{"AccessKeyId":"STS.id","AccessKeySecret":"kept/Secret","Expiration":"2030-01-02T03:04:05Z","#
            + #""SecurityToken":"tok'en","LastUpdated":"2030-01-02T02:04:05Z","Code":"Success"}"#)

    init() throws {
        stage = try Stage()
    }

    @Test func `shows a credential without its secrets`() throws {
        let run = try stage.run(
            ["credentials", "show", "uploads", "--min-valid", "60"], answering: [Self.document])
        #expect(run.requests == [Received(line: "GET /v1/credentials?profile=uploads&minValid=60", body: "")])
        #expect(
            run.output.contains(
                "AccessKeyId     STS.id\nAccessKeySecret hidden, 11 characters; --reveal shows it\n"))
        #expect(!run.output.contains("kept") && !run.output.contains("tok'") && run.status == .exited(0))
    }

    @Test func `a credential is shown to a program without its secrets too`() throws {
        let run = try stage.run(["credentials", "show", "--json"], answering: [Self.document])
        #expect(run.output.contains("{\"AccessKeyId\":\"STS.id\",") && run.status == .exited(0))
        #expect(!run.output.contains("kept") && !run.output.contains("tok'"))
    }

    @Test func `the secrets of a credential are shown on request`() throws {
        let page = try stage.run(["credentials", "show", "--reveal"], answering: [Self.document])
        #expect(page.output.contains("\nAccessKeySecret kept/Secret\nSecurityToken   tok'en\n"))
        let json = try stage.run(["credentials", "show", "--reveal", "--json"], answering: [Self.document])
        #expect(
            json.output.contains("\"AccessKeySecret\":\"kept/Secret\",\"SecurityToken\":\"tok'en\","))
        #expect(page.status == .exited(0) && json.status == .exited(0))
    }

    @Test(arguments: [
        (["credentials", "export", "uploads"], "  \"AccessKeySecret\": \"kept/Secret\",\n"),
        (["credentials", "--format", "external", "uploads"], "  \"mode\": \"StsToken\",\n"),
        (
            ["credentials", "--format", "ossutil", "--region", "cn-x", "--endpoint", "e"],
            "stsToken=tok'en\nendpoint=e\nregion=cn-x\n[Credentials]\naccessKeyID=STS.id\n"
        ),
        (["credentials", "export", "--format", "appserver"], "  \"StatusCode\": \"200\",\n"),
    ])
    func `writes a credential in the form of its reader`(words: [String], line: String) throws {
        let run = try stage.run(words, answering: [Self.document])
        #expect(run.output.contains(line) && run.error == "" && run.status == .exited(0))
    }

    private static let place = Scripted(
        200, #"{"profile":"p","uri":null,"endpoint":"https://oss-cn-y.aliyuncs.com","region":"cn-y"}"#)

    @Test(arguments: [
        (
            ["--format", "env"],
            "OSS_SESSION_TOKEN='tok'\\''en'\nOSS_REGION=cn-y\nOSS_ENDPOINT=https://oss-cn-y.aliyuncs.com\n"
        ),
        (["--format", "ossutil"], "endpoint=https://oss-cn-y.aliyuncs.com\nregion=cn-y\n"),
        (
            ["--format", "ossutil", "--region", "cn-x"],
            "endpoint=https://oss-cn-y.aliyuncs.com\nregion=cn-x\n"
        ),
        // The region of the profile need not be that of another endpoint.
        (["--format", "ossutil", "--endpoint", "https://e"], "endpoint=https://e\n"),
    ])
    func `writes the endpoint and the region of the profile`(options: [String], lines: String) throws {
        let run = try stage.run(
            ["credentials", "export", "p"] + options, answering: [Self.document, Self.place])
        #expect(run.requests.last == Received(line: "GET /v1/compat?profile=p", body: ""))
        #expect(run.output.hasSuffix(lines) && run.status == .exited(0))
    }

    @Test(arguments: [
        ([], "cn-y https://oss-cn-y.aliyuncs.com\n"), (["OSS_REGION=mine"], "mine \n"),
        (["OSS_ENDPOINT=mine"], " mine\n"),
    ])
    func `a program gets endpoint and region too, unless it has them`(variables: [String], output: String)
        throws
    {
        let run = try stage.run(
            ["exec", "--profile", "p", "sh", "-c", #"echo "$OSS_REGION $OSS_ENDPOINT""#],
            answering: [Self.document, Self.place], environment: variables)
        #expect(run.output == output && run.status == .exited(0))
    }

    @Test func `a program finds the credential under the names that it looks for`() throws {
        let script = #"""
            echo "$ALICLOUD_ACCESS_KEY $ALICLOUD_SECRET_KEY $ALICLOUD_SECURITY_TOKEN $ALICLOUD_REGION"
            echo "$MY_KEY $MY_PLACE ${OSS_ACCESS_KEY_ID-none} $OSS_REGION"
            """#
        let run = try stage.run(
            [
                "exec", "--profile", "p", "--env", "alicloud", "--env", "MY_KEY=AccessKeyId", "--env",
                "MY_PLACE=S3Endpoint", "sh", "-c", script,
            ], answering: [Self.document, Self.place])
        #expect(
            run.output == """
                STS.id kept/Secret tok'en cn-y
                STS.id https://s3.oss-cn-y.aliyuncs.com none cn-y

                """)
        #expect(run.status == .exited(0) && run.error == "")
    }

    @Test func `an S3 program gets an endpoint whether it has a region or not, and so does rclone`() throws {
        let script = #"""
            echo "$AWS_ACCESS_KEY_ID $AWS_REGION $AWS_DEFAULT_REGION $AWS_ENDPOINT_URL_S3 $RCLONE_S3_ENDPOINT"
            """#
        let endpoint = "https://s3.oss-cn-y.aliyuncs.com"
        for (variables, place) in [
            ([], "cn-y cn-y \(endpoint) \(endpoint)"), (["AWS_REGION=mine"], "mine  \(endpoint) \(endpoint)"),
            (["AWS_ENDPOINT_URL_S3=mine"], "cn-y cn-y mine \(endpoint)"),
            (["RCLONE_S3_ENDPOINT=mine"], "cn-y cn-y \(endpoint) mine"),
        ] {
            let run = try stage.run(
                ["exec", "--profile", "p", "--env", "aws", "sh", "-c", script],
                answering: [Self.document, Self.place], environment: variables)
            #expect(run.output == "STS.id \(place)\n")
        }
    }

    @Test(arguments: [
        (["exec", "--env", "alicluod", "true"], "did you mean 'alicloud'?"),
        (["exec", "--env", "A=AccessKeyID", "true"], "'AccessKeyID' is no member of a credential"),
        (["exec", "--env", "1A=AccessKeyId", "true"], "'1A' is no name of a variable"),
        (["exec", "--env", "=AccessKeyId", "true"], "'' is no name of a variable"),
        (["exec", "--env", "LD=PRELOAD=x", "true"], "'PRELOAD=x' is no member"),
        (["exec", "--env", "aws", "--uri", "true"], "choose one"),
        (["exec", "--bucket", "media", "true"], "--bucket is for --aws"),
        (["exec", "--aws", "--bucket", "me/dia", "true"], "'me/dia' is not the name of a bucket"),
        (["credentials", "export", "--env", "aws"], "--env is for --format env"),
    ])
    func `invalid options of export and exec are reported`(words: [String], problem: String) throws {
        let run = try stage.run(words, answering: [])
        #expect(run.status == .exited(2) && run.error.contains(problem))
    }

    @Test(arguments: [#"{"AccessKeyId":"i"}"#, "[]", #"{"AccessKeyId":1}"#])
    func `an answer that is no credential is rejected`(body: String) throws {
        let run = try stage.run(["credentials", "export"], answering: [Scripted(200, body)])
        #expect(run.output == "" && run.status == .exited(5))
    }

    @Test func `exec replaces itself by a program that has the credential`() throws {
        let script = #"echo "$OSS_ACCESS_KEY_ID $ALIBABA_CLOUD_SECURITY_TOKEN $KEPT"; exit 7"#
        let run = try stage.run(
            ["exec", "--profile", "uploads", "sh", "-c", script], answering: [Self.document, Self.place],
            environment: ["KEPT=yes", "OSS_ACCESS_KEY_ID=stale"])
        #expect(run.output == "STS.id tok'en yes\n" && run.status == .exited(7) && run.error == "")
    }

    @Test func `exec passes an address instead, and hides other credentials from the program`() throws {
        let script = #"echo "$ALIBABA_CLOUD_CREDENTIALS_URI${OSS_ACCESS_KEY_ID-}""#
        let run = try stage.run(
            ["exec", "--uri", "--profile", "p", "--", "sh", "-c", script],
            answering: [Scripted(200, #"{"uri":"http://127.0.0.1:1/x/p","profile":"p"}"#)],
            environment: ["OSS_ACCESS_KEY_ID=stale"])
        #expect(run.requests == [Received(line: "GET /v1/compat?profile=p", body: "")])
        #expect(run.output == "http://127.0.0.1:1/x/p\n" && run.status == .exited(0))
    }

    @Test func `exec reports what is missing if there is no such address`() throws {
        let run = try stage.run(["exec", "--uri", "true"], answering: [Scripted(200, #"{"uri":null}"#)])
        #expect(run.status == .exited(1) && run.error.contains("enable --now ossauthd-compat.socket"))
    }

    @Test(arguments: [("no-such-program", Int32(127)), ("/etc/passwd", 126)])
    func `exec ends as shells do if the program cannot be run`(program: String, status: Int32) throws {
        let run = try stage.run(["exec", program], answering: [Self.document, Self.place])
        #expect(
            run.status == .exited(status) && run.error.hasPrefix("ossauthctl: error: ") && run.output == "")
    }
}
