import TestSupport
import Testing

/// The steps of a new user who has read only the documentation: unmodified curl from end to end.
struct CurlTests {
    @Test func `a user needs no program but curl`() throws {
        let oss = try Standin()
        let daemon = try RunningDaemon(Home(profiles: oss.profile))
        let api = ["--unix-socket", daemon.home.api]
        let question = #"{"bucket":"demo-bucket","key":"hello.txt","method":"PUT","expires":300}"#
        let upload = try curl(api + ["--json", question, "http://localhost/v1/presign"])
        #expect(upload.status == 200)
        #expect(try curl(api + ["http://localhost/v1/health"]).status == 200)
        let url = Document(upload.body)["url"].text
        #expect(try curl(["-X", "PUT", "-H", "content-type:", "-d", "hello", url]).status == 200)
        let signed = try curl(
            api + ["--json", #"{"bucket":"demo-bucket","key":"hello.txt"}"#, "http://localhost/v1/sign"])
        let answer = Document(signed.body)
        let headers = answer["headers"].members.flatMap { ["-H", "\($0): \($1.text)"] }
        #expect(try curl(headers + [answer["url"].text]).body == "hello")
        let wrong = try curl(api + ["--json", #"{"bukket":"demo-bucket"}"#, "http://localhost/v1/presign"])
        #expect(wrong.status == 400)
        let refresh = try curl(
            ["--unix-socket", daemon.home.admin, "-X", "POST", "http://localhost/v1/profiles/main/refresh"])
        #expect(Document(refresh.body)["generation"] == .number(2))
    }
}
