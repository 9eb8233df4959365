import Kernel
import TestSupport
import Testing

/// Roles that STS gives, for a key or for an identity provider's token (oss-facts, 12).
struct STSSourceTests {
    static let answer = """
        {"RequestId":"R","AssumedRoleUser":{"Arn":"acs:ram::1:role/r/s","AssumedRoleId":"3:s"},"Credentials":\
        {"AccessKeyId":"STS.Role","AccessKeySecret":"SecretOfRole","SecurityToken":"TokenOfRole",\
        "Expiration":"\(timestamp(KernelClock.wallSeconds() + 3_600))"}}
        """

    private func role(_ server: borrowing RecordingServer, _ more: String) -> String {
        """
        [Profile role]
        STSEndpoint=\(server.url)
        RoleArn=acs:ram::1234567890120000:role/oss-reader
        Region=cn-hangzhou
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com
        \(more)

        """
    }

    private func key(_ daemon: borrowing RunningDaemon) throws -> String {
        try daemon.ask("POST", "/v1/sign", #"{"profile":"role","bucket":"b-1"}"#).document["accessKeyId"].text
    }

    private func form(in request: String) throws -> Substring {
        request[try #require(request.firstRange(of: "\r\n\r\n")).upperBound...]
    }

    /// The members of a form, by name, still escaped.
    private func members(of form: Substring) -> [String: String] {
        var members: [String: String] = [:]
        for member in form.split(separator: "&") {
            let name = member.prefix { $0 != "=" }
            members[String(name)] = String(member.dropFirst(name.count + 1))
        }
        return members
    }

    /// Checked by Python's standard library, which shares no code with us.
    private func isSigned(_ form: Substring, with secret: String) throws -> Bool {
        let check = """
            import sys, hmac, hashlib, base64, urllib.parse as u
            query, signature = sys.argv[1].rsplit('&Signature=', 1)
            text = 'POST&%2F&' + u.quote('&'.join(sorted(query.split('&'))), safe='-_.~')
            digest = hmac.new((sys.argv[2] + '&').encode(), text.encode(), hashlib.sha1).digest()
            print(base64.b64encode(digest).decode() == u.unquote(signature))
            """
        var program = try RunningProgram("python3", ["-c", check, String(form), secret])
        return try program.readLine() == "True"
    }

    @Test func `signs AssumeRole with the key of another profile, which never leaves`() throws {
        var server = try RecordingServer()
        try server.answer("POST /", with: Self.answer)
        let home = try Home(
            profiles: manualProfile("key")
                + role(
                    server,
                    #"""
                    Source=assume-role
                    Via=key
                    RoleSessionName=ossauthd@host-1
                    Duration=900
                    Policy={"Version":"1","Statement":[]}
                    ExternalID=a b/c
                    """#))
        let daemon = try RunningDaemon(home)
        try daemon.give("Long", to: "key")
        #expect(try key(daemon) == "STS.Role")
        let request = try server.nextRequest()
        let form = try form(in: request)
        #expect(
            request.dropLast(form.count) == """
                POST / HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: application/json\r
                Content-Length: \(form.utf8.count)\r
                Content-Type: application/x-www-form-urlencoded\r
                \r

                """)
        var members = members(of: form)
        for name in ["Signature", "SignatureNonce", "Timestamp"] {
            #expect(members.removeValue(forKey: name) != nil)
        }
        #expect(
            members == [
                "AccessKeyId": "STS.Long", "Action": "AssumeRole", "DurationSeconds": "900",
                "ExternalId": "a%20b%2Fc",
                "Format": "JSON", "Policy": "%7B%22Version%22%3A%221%22%2C%22Statement%22%3A%5B%5D%7D",
                "RoleArn": "acs%3Aram%3A%3A1234567890120000%3Arole%2Foss-reader",
                "RoleSessionName": "ossauthd%40host-1", "SecurityToken": "TokenOfLong",
                "SignatureMethod": "HMAC-SHA1",
                "SignatureVersion": "1.0", "Version": "2015-04-01",
            ])
        #expect(try isSigned(form, with: "SecretOfLong"))
        #expect(!form.contains("SecretOf"))
    }

    @Test func `waits for the profile whose key it needs, in whatever order they stand`() throws {
        var keys = try AppServer()
        var server = try RecordingServer()
        try server.answer("POST /", with: Self.answer)
        let daemon = try RunningDaemon(
            Home(
                profiles: role(server, "Source=assume-role\nVia=key") + profile("key", from: keys.url),
                cache: nil))
        try keys.waitForCalls(1)
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", #"{"profile":"role","bucket":"b-1"}"#)
        #expect(try daemon.status(of: "role")["state"] == .text("never"))
        try keys.handOut(life: 3_600)
        #expect(try client.answer().document["accessKeyId"] == .text("STS.Role"))
        #expect(try server.nextRequest().contains("AccessKeyId=STS.Number1&"))
        #expect(try daemon.log.contains("no new token") == false)
    }

    @Test func `without a key it says whose is missing, and begins again when there is one`() throws {
        var server = try RecordingServer()
        try server.answer("POST /", with: Self.answer)
        let daemon = try RunningDaemon(
            Home(
                profiles: manualProfile("key")
                    + role(server, "Source=assume-role\nVia=key\nRetryMax=100ms")))
        #expect(
            try eventually {
                try daemon.status(of: "role")["lastError"].text.contains("the profile key of Via= has no key")
            })
        try daemon.give(to: "key")
        #expect(try eventually { try key(daemon) == "STS.Role" })
    }

    @Test(arguments: [(403, "NoPermission", 3...30), (400, "Throttling.User", 1...15)])
    func `a refusal of STS is told, and its kind is known`(status: Int, code: String, wait: ClosedRange<Int>)
        throws
    {
        var server = try RecordingServer()
        try server.answer("POST /", status, with: #"{"RequestId":"R","Code":"\#(code)","Message":"not you"}"#)
        let daemon = try RunningDaemon(
            Home(
                profiles: manualProfile("key")
                    + role(server, "Source=assume-role\nVia=key\nLazy=yes")))
        try daemon.give(to: "key")
        let answer = try daemon.ask("POST", "/v1/sign", #"{"profile":"role","bucket":"b-1"}"#)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.hasSuffix(": the server refused: \(code) (not you)"))
        #expect(wait.contains(answer.document["retryAfter"].number ?? 0))
    }

    @Test func `the identity provider's token goes from its file into the form, read anew each time`() throws
    {
        var server = try RecordingServer()
        try server.answer("POST /", with: Self.answer)
        let directory = try TemporaryDirectory()
        let file = directory.appending("token")
        try write(file, "eyJ.first+/=\n")
        let daemon = try RunningDaemon(
            Home(
                profiles: role(
                    server,
                    """
                    Source=assume-role-oidc
                    OIDCProviderArn=acs:ram::1234567890120000:oidc-provider/idp
                    TokenFile=\(file)
                    RoleSessionName=pod@host-1
                    Policy={"Version":"1","Statement":[]}
                    """)))
        #expect(try key(daemon) == "STS.Role")
        let request = try server.nextRequest()
        var members = try members(of: form(in: request))
        for name in ["SignatureNonce", "Timestamp"] { #expect(members.removeValue(forKey: name) != nil) }
        #expect(
            members == [
                "Action": "AssumeRoleWithOIDC", "DurationSeconds": "3600", "Format": "JSON",
                "OIDCProviderArn": "acs%3Aram%3A%3A1234567890120000%3Aoidc-provider%2Fidp",
                "OIDCToken": "eyJ.first%2B%2F%3D",
                "Policy": "%7B%22Version%22%3A%221%22%2C%22Statement%22%3A%5B%5D%7D",
                "RoleArn": "acs%3Aram%3A%3A1234567890120000%3Arole%2Foss-reader",
                "RoleSessionName": "pod%40host-1", "Version": "2015-04-01",
            ])
        try write(file, "second")
        _ = try daemon.administer("POST", "/v1/profiles/role/refresh")
        #expect(try server.nextRequest().hasSuffix("&OIDCToken=second"))
    }
}
