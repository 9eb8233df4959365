import Kernel
import TestSupport
import Testing

/// `Source=remote-signer`: what is to be signed goes to a server, and the host never has a key.
struct RemoteSignerTests {
    /// The moment of the vectors, which is long ago.
    static let past = """
        [Access past]
        Match=uid:\(ThisProcess.user)
        Profile=*
        Allow=sign presign sign-string
        Version=v4 v1
        TimeSkew=infinity
        """
    static let time = "2023-12-16T16:20:57Z"

    static let place =
        #""bucket":"examplebucket","time":"\#(time)","#

    /// Signatures of the official SDKs: `header_v4/key_dirs` and the like of the vectors.
    @Test(arguments: [
        (
            "sign", #"{\#(place)"version":"v4","method":"DELETE","key":"dir/sub dir/file.txt"}"#,
            "127d27f59c1352a659f869142153e3075dad86f3e09d7651e7589e7fa909f207"
        ),
        (
            "sign", #"{\#(place)"version":"v1","method":"DELETE","key":"dir/sub dir/file.txt"}"#,
            "KoIGTlHldZnk4/0Ot5gKRgLKT6o="
        ),
        (
            "presign", #"{\#(place)"version":"v1","expires":600,"key":"dir/sub dir/file.txt"}"#,
            "oQykgYzJH/iSu3yaDN3ZU6OIQbY="
        ),
        (
            "presign", #"{\#(place)"version":"v4","expires":900,"key":"exampleobject.txt"}"#,
            "edb846e41a70f90c00b69853039609287576fd9e08a0c2325dfc22c774fa7ec2"
        ),
        (
            "sign-string",
            #"{"version":"v1","stringToSign":"DELETE\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/dir/sub dir/file.txt"}"#,
            "KoIGTlHldZnk4/0Ot5gKRgLKT6o="
        ),
    ])
    func `the signatures of the remote signer equal the vectors`(
        route: String, body: String, signature: String
    ) throws {
        let server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile(Self.past)))
        let answer = try daemon.ask("POST", "/v1/\(route)", body)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.document["signature"] == .text(signature), "\(answer.body)")
        #expect(answer.document["generation"] == .number(1))
    }

    /// The contract is the one of tokens: the whole answer, and nothing of a token in it.
    @Test func `an answer has all that it has with a key of one's own`() throws {
        let server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile(Self.past)))
        let answer = try daemon.ask("POST", "/v1/sign", #"{\#(Self.place)"method":"DELETE","key":"k"}"#)
        let signature = answer.document["signature"].text
        #expect(
            answer.document
                == Document(
                    """
                    {"profile":"main","generation":1,"version":"v4","method":"DELETE",\
                    "url":"https://examplebucket.oss-cn-hangzhou.aliyuncs.com/k","headers":{\
                    "x-oss-date":"20231216T162057Z","x-oss-content-sha256":"UNSIGNED-PAYLOAD",\
                    "authorization":"OSS4-HMAC-SHA256 Credential=LTAI5tPublicVector01/20231216/cn-hangzhou/\
                    oss/aliyun_v4_request,Signature=\(signature)"},"signature":"\(signature)",\
                    "accessKeyId":"LTAI5tPublicVector01","credentialExpiration":null}
                    """))
    }

    @Test func `the server gets what it needs to judge and to sign, byte for byte`() throws {
        var server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile("Header=X-Tenant: 7\n" + Self.past)))
        try daemon.ask("POST", "/v1/sign", #"{\#(Self.place)"method":"DELETE","key":"a \"b\""}"#)
        let body = """
            {"version":"v4","method":"DELETE","bucket":"examplebucket","key":"a \\"b\\"","stringToSign":\
            "OSS4-HMAC-SHA256\\n20231216T162057Z\\n20231216/cn-hangzhou/oss/aliyun_v4_request\\n\
            %HASH%","date":"20231216","accessKeyId":"LTAI5tPublicVector01","region":"cn-hangzhou",\
            "product":"oss","canonicalRequest":"%REQUEST%"}
            """
        let request =
            "DELETE\n/examplebucket/a%20%22b%22\n\nx-oss-content-sha256:UNSIGNED-PAYLOAD\n"
            + "x-oss-date:20231216T162057Z\n\n\nUNSIGNED-PAYLOAD"
        let expected = body.replacing("%HASH%", with: try sha256(request)).replacing(
            "%REQUEST%", with: request.replacing("\n", with: "\\n"))
        #expect(
            try server.next().text == """
                POST /sign HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: */*\r
                X-Tenant: 7\r
                Content-Type: application/json\r
                Content-Length: \(expected.utf8.count)\r
                \r
                \(expected)
                """)
    }

    @Test func `the remote signer gets the date line of V1, and no scope`() throws {
        var server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile(Self.past)))
        try daemon.ask("POST", "/v1/presign", #"{\#(Self.place)"version":"v1","expires":600,"key":"k"}"#)
        #expect(
            try server.next().document
                == Document(
                    #"""
                    {"version":"v1","method":"GET","bucket":"examplebucket","key":"k","stringToSign":\#
                    "GET\n\n\n1702744257\n/examplebucket/k","date":"1702744257",\#
                    "accessKeyId":"LTAI5tPublicVector01"}
                    """#))
    }

    @Test func `the seed's plain text is understood as well`() throws {
        var server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile(Self.past)))
        try server.tell("text")
        for (version, signature) in [
            ("v1", "KoIGTlHldZnk4/0Ot5gKRgLKT6o="),
            ("v4", "127d27f59c1352a659f869142153e3075dad86f3e09d7651e7589e7fa909f207"),
        ] {
            let answer = try daemon.ask(
                "POST", "/v1/sign",
                #"{\#(Self.place)"version":"\#(version)","method":"DELETE","key":"dir/sub dir/file.txt"}"#)
            #expect(answer.document["signature"] == .text(signature))
        }
    }

    /// As the documents of the mobile SDKs have it: the server gets the string, and signs with V1.
    @Test func `a server of the mobile SDKs gets the bare string`() throws {
        let server = try SigningServer()
        let home = try Home(profiles: server.profile("PostString=yes\nSignatureVersion=v1\n" + Self.past))
        let daemon = try RunningDaemon(home)
        let answer = try daemon.ask(
            "POST", "/v1/sign", #"{\#(Self.place)"method":"DELETE","key":"dir/sub dir/file.txt"}"#)
        #expect(answer.document["signature"] == .text("KoIGTlHldZnk4/0Ot5gKRgLKT6o="), "\(answer.body)")
    }

    @Test func `the error of a server that signs with V1 only names the key to set`() throws {
        let server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile("PostString=yes\n" + Self.past)))
        let answer = try daemon.ask("POST", "/v1/sign", #"{\#(Self.place)"method":"DELETE","key":"k"}"#)
        #expect(answer.status == 503)
        #expect(answer.body.contains("SignatureVersion=v1"), "\(answer.body)")
    }

    /// The stand-in computes each signature by itself.
    @Test(arguments: ["v1", "v4"])
    func `OSS takes what the demo's AppServer signs`(version: String) throws {
        let oss = try Standin()
        let daemon = try RunningDaemon(Home(profiles: try oss.profileElsewhere()))
        let place = #""version":"\#(version)","bucket":"demo-bucket","key":"a b/c+d.txt""#
        let put = try daemon.ask("POST", "/v1/sign", #"{"method":"PUT",\#(place)}"#)
        let headers = put.document["headers"].members.flatMap { ["-H", "\($0): \($1.text)"] }
        let sent = try curl(
            ["-X", "PUT", "-d", "content", "-H", "content-type:"] + headers + [put.document["url"].text])
        #expect(sent.status == 200, "\(sent.body) \(put.body)")
        let get = try daemon.ask("POST", "/v1/presign", "{\(place)}")
        #expect(try curl([get.document["url"].text]).body == "content")
        let forged = try curl([get.document["url"].text.replacing("a%20b", with: "a%20c")])
        #expect(forged.status == 403)
    }

    /// An answer is composed twice, and what was signed once is counted once.
    @Test func `each signature counts once`() throws {
        let server = try SigningServer()
        let daemon = try RunningDaemon(Home(profiles: server.profile()))
        for body in [#"{"bucket":"b-1","key":"a"}"#, #"{"bucket":"b-1","keys":["a","b","c"]}"#] {
            let answer = try daemon.ask("POST", "/v1/presign", body)
            #expect(answer.status == 200, "\(answer.body)")
        }
        let metrics = try daemon.ask("GET", "/metrics").body.split(separator: "\n")
        let count = metrics.first { $0.hasPrefix("ossauthd_signatures_total") }
        #expect(count == #"ossauthd_signatures_total{profile="main"} 4"#)
    }

    @Test func `signs with a server that speaks TLS, and with no other`() throws {
        let authority = try Authority()
        let server = try SigningServer(with: authority.certify("DNS:localhost"))
        func profile(_ host: String) -> String {
            """
            [Profile main]
            Source=remote-signer
            URL=https://\(host):\(server.port)/
            CAFile=\(authority.certificate.file)
            AccessKeyID=\(SigningServer.keyID)
            Endpoint=https://oss-cn-hangzhou.aliyuncs.com

            """
        }
        let daemon = try RunningDaemon(Home(profiles: profile("localhost")))
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).status == 200)
        let other = try RunningDaemon(Home(profiles: profile("127.0.0.1")))
        #expect(try other.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).status == 503)
    }
}

func sha256(_ text: String) throws -> String {
    var program = try RunningProgram(
        "python3",
        ["-c", "import sys, hashlib; print(hashlib.sha256(sys.argv[1].encode()).hexdigest())", text])
    return try program.readLine()
}
