import Kernel
import TestSupport
import Testing

/// `ossauthctl exec --aws`, which tells programs in files and variables what OSS needs.
struct AWSExecutionTests {
    private let stage: Stage

    private static let document = Scripted(
        200, #"{"AccessKeyId":"STS.id","AccessKeySecret":"secret","SecurityToken":"token"}"#)

    init() throws {
        stage = try Stage()
    }

    private static func place(_ endpoint: String = "https://oss-cn-y.aliyuncs.com") -> Scripted {
        Scripted(
            200,
            #"{"uri":"http://127.0.0.1:1/5ec3e7/p","profile":"p","endpoint":"\#(endpoint)","region":"cn-y"}"#)
    }

    private static let settings = """
        [default]
        request_checksum_calculation=when_required
        response_checksum_validation=when_required
        s3=
            addressing_style=virtual

        """

    private func run(
        _ options: String..., script: String, answering: [Scripted]? = nil, environment: [String] = []
    ) throws -> Outcome {
        try stage.run(
            ["exec", "--profile", "p", "--aws"] + options + ["--", "bash", "-c", script],
            answering: answering ?? [Self.place()], environment: environment)
    }

    /// A child as Python starts one, without the descriptors of its parent.
    @Test func `a child reads the secret too, though it inherits no descriptor, and nothing is left`() throws
    {
        let run = try run(
            "--uri",
            script: #"""
                file=$AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
                bash -c 'for each in /proc/self/fd/*; do each=${each##*/}; [ $each -lt 3 ] || eval "exec $each>&-"; done
                    cat "$0"' "$file"
                printf '\n%s\n%s\n' "$(stat --dereference --format %a "$file")" "$file"
                """#)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.dropLast() == ["5ec3e7", "400"] && run.status == .exited(0))
        #expect(try lines.last.map { path in try FileStatus.existing(at: path) == nil } == true)
    }

    @Test func `finds the settings of its SDK in a file`() throws {
        #expect(try run("--uri", script: #"cat "$AWS_CONFIG_FILE""#).output == Self.settings)
        let withKey = try run(script: #"cat "$AWS_CONFIG_FILE""#, answering: [Self.document, Self.place()])
        #expect(withKey.output == Self.settings)
    }

    @Test func `keeps the configuration of its caller`() throws {
        let script = #"echo "${AWS_CONFIG_FILE-none}""#
        #expect(try run("--uri", script: script, environment: ["AWS_CONFIG_FILE=mine"]).output == "mine\n")
        let home = "HOME=\(stage.directory.path)"
        try File.makeDirectory(stage.directory.appending(".aws"), mode: 0o700)
        #expect(try run("--uri", script: script, environment: [home]).output != "none\n")
        try File.replace(stage.directory.appending(".aws/config"), with: "[default]\n".utf8Span.span)
        #expect(try run("--uri", script: script, environment: [home]).output == "none\n")
    }

    @Test func `clients of object_store learn where their bucket is`() throws {
        let script = #"echo "$AWS_VIRTUAL_HOSTED_STYLE_REQUEST $AWS_ENDPOINT_URL_S3 $RCLONE_S3_ENDPOINT""#
        let run = try run(
            "--uri", "--bucket", "media", script: script, environment: ["AWS_ENDPOINT_URL_S3=other"])
        #expect(
            run.output
                == "true https://media.s3.oss-cn-y.aliyuncs.com https://s3.oss-cn-y.aliyuncs.com\n")
        let foreign = try self.run(
            "--uri", "--bucket", "media", script: script, answering: [Self.place("http://127.0.0.1:9000")])
        #expect(foreign.status == .exited(2) && foreign.error.contains("whose endpoint is one of OSS"))
    }
}
