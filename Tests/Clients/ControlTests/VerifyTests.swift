import Kernel
import TestSupport
import Testing

/// `verify` of what was saved in files.
struct VerifyTests {
    private static let signature = String(repeating: "0", count: 64)
    private static let request = """
        PUT /k HTTP/1.1
        Host: bucket.oss-cn-hangzhou.aliyuncs.com
        Content-Type: text/plain
        x-oss-acl: private
        x-oss-date: 20231216T162057Z
        Authorization: OSS4-HMAC-SHA256 Credential=LTAI/20231216/cn-hangzhou/oss/aliyun_v4_request,\
        Signature=\(signature)

        """
    private static let answer = """
        <Error><Code>SignatureDoesNotMatch</Code><StringToSign>OSS4-HMAC-SHA256
        20231216T162057Z
        20231216/cn-hangzhou/oss/aliyun_v4_request
        00</StringToSign><CanonicalRequest>PUT
        /bucket/k

        content-type:image/png
        x-oss-date:20231216T162057Z
        x-oss-meta-\u{1B}[2J:1


        UNSIGNED-PAYLOAD</CanonicalRequest></Error>
        """
    private let stage: Stage

    init() throws {
        stage = try Stage()
        try File.replace(stage.directory.appending("request"), with: Self.request.utf8Span.span)
        try File.replace(stage.directory.appending("error"), with: Self.answer.utf8Span.span)
    }

    private func run(_ words: String...) throws -> Outcome {
        let files = [
            "--request", stage.directory.appending("request"), "--error", stage.directory.appending("error"),
        ]
        return try stage.run(["verify"] + files + words)
    }

    @Test func `names the first difference, above the lines that differ`() throws {
        let run = try run()
        #expect(run.status == .exited(1) && run.error == "")
        #expect(run.output.hasPrefix("difference the header 'content-type' differs\n"))
        #expect(
            run.output.contains(
                #"""
                    PUT
                    /bucket/k
                \#u{20}\#u{20}\#u{20}\#u{20}
                  < content-type:text/plain
                  < x-oss-acl:private
                  < x-oss-date:20231216T162057Z
                  > content-type:image/png
                  > x-oss-date:20231216T162057Z
                  > x-oss-meta-\u{1b}[2J:1
                """#))
    }

    @Test(arguments: [#"--error <(cat "$HOME/error")"#, #"--error - < "$HOME/error""#])
    func `the verify command reads the output of another program`(source: String) throws {
        let run = try stage.shell(
            #""$0" verify --request "$HOME/request" \#(source)"#, in: "/bin/bash")
        #expect(run.output.hasPrefix("difference the header") && run.status == .exited(1))
    }

    @Test func `the JSON output names the first difference as well`() throws {
        let run = try run("--json")
        #expect(run.status == .exited(1))
        #expect(run.output.contains(#""difference":"the header 'content-type' differs","#))
    }
}
