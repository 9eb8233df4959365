import TestSupport
import Testing

/// From an AppServer over the daemon to OSS, whose stand-in recomputes every signature.
struct WholePathTests: ~Copyable {
    private let oss: Standin
    private let daemon: RunningDaemon
    private static let content = "Hello, OSS"
    /// Every kind of character that a URL makes something of, but `?`, which V1 cannot tell from parameters.
    private static let key = "dir/sub dir/ä+b&c=d%20e#~!*'().txt"

    init() throws {
        let oss = try Standin()
        daemon = try RunningDaemon(Home(profiles: oss.profile))
        self.oss = oss
    }

    @Test(arguments: ["v1", "v4"])
    func `puts, gets and deletes an object by URL`(version: String) throws {
        let put = try presign("PUT", version, #""contentType":"text/plain""#)
        #expect(put["headers"] == .object(["content-type": .text("text/plain")]))
        let content = ["--data-binary", WholePathTests.content]
        #expect(
            try curl(["-X", "PUT", "-H", "content-type: text/plain"] + content + [put["url"].text]).status
                == 200)
        let got = try curl([try presign("GET", version)["url"].text])
        #expect(got.status == 200)
        #expect(got.body == WholePathTests.content)
        #expect(try curl(["-I", try presign("HEAD", version)["url"].text]).status == 200)
        #expect(try curl(["-X", "DELETE", try presign("DELETE", version)["url"].text]).status == 204)
        let gone = try curl([try presign("GET", version)["url"].text])
        #expect(gone.code == "NoSuchKey")
    }

    @Test(arguments: ["v1", "v4"])
    func `puts, gets and deletes an object by headers`(version: String) throws {
        let content = [
            "-H", "content-type: text/plain", "-H", "x-oss-meta-colour: blue", "--data-binary", "abc",
        ]
        let headers = #","headers":{"x-oss-meta-colour":"blue"},"contentType":"text/plain""#
        #expect(try send("PUT", version, headers, content).status == 200)
        let got = try send("GET", version, "", ["-i"])
        #expect(got.body.contains("x-oss-meta-colour: blue"))
        #expect(got.body.hasSuffix("abc"))
        #expect(try send("DELETE", version).status == 204)
    }

    @Test(arguments: ["v1", "v4"])
    func `lists with parameters`(version: String) throws {
        for key in ["list/a 1", "list/a 2", "other"] {
            let url = try ask("presign", ["method": "PUT", "version": version, "key": key])["url"].text
            #expect(try curl(["-X", "PUT", "-H", "content-type:", "-d", "x", url]).status == 200)
        }
        let question = """
            {"bucket":"demo-bucket","version":"\(version)","method":"GET",\
            "parameters":{"list-type":"2","prefix":"list/a ","max-keys":"10","encoding-type":"url"}}
            """
        for route in ["presign", "sign"] {
            let answer = try daemon.ask("POST", "/v1/\(route)", question).document
            let listing = try curl(headers(of: answer) + [answer["url"].text])
            #expect(listing.status == 200)
            #expect(listing.body.matches(of: /<Key>/).count == 2)
            #expect(listing.body.contains("<Key>list/a%201</Key>"))
        }
    }

    @Test(arguments: ["v1", "v4"])
    func `uploads by form within its policy and no other`(version: String) throws {
        let form = try daemon.ask(
            "POST", "/v1/post-policy",
            """
            {"bucket":"demo-bucket","version":"\(version)","expires":60,\
            "conditions":[["starts-with","$key","up/"],["content-length-range",1,5]]}
            """
        ).document
        var fields: [String] = []
        for (name, value) in form["fields"].members { fields += ["--form-string", "\(name)=\(value.text)"] }
        let file = ["--form-string", "file=abc", form["url"].text]
        #expect(try curl(fields + ["--form-string", "key=up/\(version)"] + file).status == 204)
        let outside = try curl(fields + ["--form-string", "key=down/\(version)"] + file)
        #expect(outside.status == 403)
        let got = try curl([try ask("presign", ["key": "up/\(version)"])["url"].text])
        #expect(got.body == "abc")
    }

    @Test func `refuses what was changed after it was signed`() throws {
        let url = try ask("presign", ["key": "one"])["url"].text
        #expect(try curl([url.replacing("/one?", with: "/two?")]).code == "SignatureDoesNotMatch")
    }

    private func presign(_ method: String, _ version: String, _ more: String = "") throws -> Document {
        let members = more.isEmpty ? "" : ",\(more)"
        let question = """
            {"bucket":"demo-bucket","key":"\(WholePathTests.key)","method":"\(method)","version":"\(version)"\(members)}
            """
        let answer = try daemon.ask("POST", "/v1/presign", question)
        #expect(answer.status == 200, "\(answer.body)")
        return answer.document
    }

    private func send(
        _ method: String, _ version: String, _ members: String = "", _ more: [String] = []
    ) throws -> Response {
        let question = """
            {"bucket":"demo-bucket","key":"\(WholePathTests.key)","method":"\(method)","version":"\(version)"\(members)}
            """
        let answer = try daemon.ask("POST", "/v1/sign", question).document
        return try curl(["-X", method] + headers(of: answer) + more + [answer["url"].text])
    }

    private func ask(_ route: String, _ members: [String: String]) throws -> Document {
        let rest = members.map { #","\#($0)":"\#($1)""# }.joined()
        return try daemon.ask("POST", "/v1/\(route)", #"{"bucket":"demo-bucket"\#(rest)}"#).document
    }

    private func headers(of answer: Document) -> [String] {
        answer["headers"].members.flatMap { ["-H", "\($0): \($1.text)"] }
    }
}
