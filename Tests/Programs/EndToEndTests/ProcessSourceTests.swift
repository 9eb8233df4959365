import Kernel
import TestSupport
import Testing

/// A command that prints a credential in any of the known dialects.
struct ProcessSourceTests {
    private func daemon(_ output: String, _ more: String = "") throws -> RunningDaemon {
        let home = try Home(profiles: "")
        try write("\(home.path)/output", output)
        try home.configure(
            profiles: """
                [Profile main]
                Source=process
                Command=/bin/cat \(home.path)/output
                Region=cn-hangzhou
                Endpoint=https://oss-cn-hangzhou.aliyuncs.com
                \(more)

                """)
        return try RunningDaemon(home)
    }

    private static let end = timestamp(KernelClock.wallSeconds() + 3_600)

    @Test(arguments: [
        MetadataSourceTests.document(), AppServerSourceTests.document(),
        #"{"Credentials":{"AccessKeyId":"STS.One","AccessKeySecret":"s","SecurityToken":"t","Expiration":"\#(end)"}}"#,
        #"{"mode":"StsToken","access_key_id":"STS.One","access_key_secret":"s","sts_token":"t","expiration":"\#(end)"}"#,
        #"{"mode":"AK","access_key_id":"STS.One","access_key_secret":"s"}"#,
        #"{"AccessKeyId":"STS.One","AccessKeySecret":"s","SecurityToken":"t","Expiration":""}"#,
    ])
    func `every known dialect is understood`(output: String) throws {
        let daemon = try daemon(output)
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(answer.document["accessKeyId"] == .text("STS.One"), "\(answer.body)")
    }

    @Test func `the program is run anew for each token`() throws {
        let daemon = try daemon(MetadataSourceTests.document("One"))
        #expect(
            try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"]
                == .text("STS.One"))
        try write("\(daemon.home.path)/output", MetadataSourceTests.document("Two", life: 3_700))
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(
            try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"]
                == .text("STS.Two"))
    }

    @Test func `a command ends when its fetch is no longer wanted`() throws {
        let home = try Home(profiles: "")
        try home.configure(
            profiles: manualProfile().replacing(
                "Source=manual", with: "Source=process\nCommand=/bin/sleep 10000"))
        let daemon = try RunningDaemon(home)
        var command: String?
        #expect(
            try eventually {
                for helper in try daemon.children() {
                    let children = try? read("/proc/\(helper)/task/\(helper)/children")
                    command = children?.split(separator: " ").first.map(String.init)
                }
                return command != nil
            })
        let process = try #require(command)
        try daemon.administer("DELETE", "/v1/profiles/main/credentials")
        #expect(try eventually { try FileStatus.existing(at: "/proc/\(process)") == nil })
    }

    @Test func `the output of a command is no line of our log`() throws {
        let daemon = try daemon("no JSON but SecretOfSomebody")
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(answer.document["lastError"].text.contains("is not the JSON that is wanted: byte 0"))
        #expect(try !daemon.log.contains("SecretOf"))
    }
}
