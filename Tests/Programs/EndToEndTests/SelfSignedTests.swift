import Kernel
import TestSupport
import Testing

/// `sign-string`: the caller makes the string, the daemon only signs it, and OSS agrees.
struct SelfSignedTests: ~Copyable {
    private let oss: Standin
    private let daemon: RunningDaemon

    init() throws {
        let oss = try Standin()
        daemon = try RunningDaemon(Home(profiles: oss.profile))
        self.oss = oss
    }

    /// The token is part of the string, so the caller asks for it first.
    @Test func `signs a string of V1 for a header`() throws {
        let date = try output("date", ["-u", "+%a, %d %b %Y %H:%M:%S GMT"])
        let token = try securityToken()
        let string = #"PUT\n\n\n\#(date)\nx-oss-security-token:\#(token)\n/demo-bucket/of-v1"#
        let answer = try sign(#"{"version":"v1","stringToSign":"\#(string)"}"#)
        #expect(answer["securityToken"] == .text(token))
        let headers = [
            "date: \(date)", "x-oss-security-token: \(token)",
            "authorization: \(answer["authorization"].text)",
        ]
        let sent = try curl(
            ["-X", "PUT", "-d", "x", "-H", "content-type:"] + headers.flatMap { ["-H", $0] }
                + ["\(oss.url)/demo-bucket/of-v1"])
        #expect(sent.status == 200, "\(sent.body)")
    }

    @Test func `signs a string of V1 for a URL`() throws {
        let end = KernelClock.wallSeconds() + 60
        let token = try securityToken()
        let string = #"GET\n\n\n\#(end)\n/demo-bucket/?security-token=\#(token)"#
        let answer = try sign(#"{"version":"v1","stringToSign":"\#(string)"}"#)
        let query = [
            "OSSAccessKeyId=\(answer["accessKeyId"].text)", "Expires=\(end)",
            "security-token=\(escaped(token))",
            "Signature=\(escaped(answer["signature"].text))",
        ]
        let sent = try curl(["\(oss.url)/demo-bucket/?\(query.joined(separator: "&"))"])
        #expect(sent.status == 200, "\(sent.body)")
        #expect(sent.body.contains("<ListBucketResult>"))
    }

    @Test func `signs a canonical request of V4`() throws {
        let time = KernelClock.wallSeconds()
        let iso = timestamp(time)
        let basic = iso.filter { $0 != "-" && $0 != ":" }
        let token = try securityToken()
        let headers =
            "x-oss-content-sha256:UNSIGNED-PAYLOAD\\nx-oss-date:\(basic)\\nx-oss-security-token:\(token)\\n"
        let canonical = "PUT\\n/demo-bucket/of-v4\\n\\n\(headers)\\n\\nUNSIGNED-PAYLOAD"
        let answer = try sign(
            #"{"version":"v4","canonicalRequest":"\#(canonical)","time":"\#(iso)","region":"cn-hangzhou"}"#)
        let given = [
            "x-oss-content-sha256: UNSIGNED-PAYLOAD", "x-oss-date: \(basic)",
            "x-oss-security-token: \(token)",
            "authorization: \(answer["authorization"].text)", "content-type:",
        ]
        let sent = try curl(
            ["-X", "PUT", "-d", "x"] + given.flatMap { ["-H", $0] } + ["\(oss.url)/demo-bucket/of-v4"])
        #expect(sent.status == 200, "\(sent.body)")
    }

    /// An answer for another string holds the token as well.
    private func securityToken() throws -> String {
        let date = try output("date", ["-u", "+%a, %d %b %Y %H:%M:%S GMT"])
        return try sign(#"{"version":"v1","stringToSign":"GET\n\n\n\#(date)\n/demo-bucket/any"}"#)[
            "securityToken"
        ].text
    }

    private func sign(_ question: String) throws -> Document {
        let answer = try daemon.ask("POST", "/v1/sign-string", question)
        #expect(answer.status == 200, "\(answer.body)")
        return answer.document
    }

    private func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("+", with: "%2B").replacing("/", with: "%2F").replacing(
            "=", with: "%3D")
    }

    private func output(_ program: String, _ arguments: [String]) throws -> String {
        var program = try RunningProgram(program, arguments, environment: ["LC_ALL=C"])
        return try program.readLine()
    }
}
