import API
import Bytes
import Documents
import Signing
import Testing
import Time
import Tokens

/// Requests for a credential, and the answers to them.
struct HandoutTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func credential(token: String = "CAIS", expiration: Timestamp?) throws -> Credential {
        let received = try ReceivedCredential(
            keyID: "STS.k".utf8Span.span, secret: "s\"/\\+=".utf8Span.span,
            securityToken: token.utf8Span.span,
            expiration: expiration)
        return Credential(received, generation: 7, fetchedAt: now + -600)
    }

    @Test func `the document has six strings, each on a line of its own`() throws {
        var out = ByteBuffer()
        out.append(handoutOf: try credential(expiration: now + 3_000), at: now)
        #expect(
            String(copying: out.span) == #"""
                {
                  "AccessKeyId": "STS.k",
                  "AccessKeySecret": "s\"/\\+=",
                  "Expiration": "2023-12-16T17:10:57Z",
                  "SecurityToken": "CAIS",
                  "LastUpdated": "2023-12-16T16:10:57Z",
                  "Code": "Success"
                }

                """#)
    }

    /// The region of an endpoint of aliyuncs.com is in its name; that of any other has to be said.
    @Test(arguments: [
        ("https://oss-cn-shanghai-internal.aliyuncs.com", "", #""cn-shanghai""#),
        ("https://oss-cn-shanghai.aliyuncs.com", "cn-beijing", #""cn-beijing""#),
        ("https://files.example.com", "", "null"), ("", "cn-beijing", #""cn-beijing""#), ("", "", "null"),
    ])
    func `programs are told where their requests go`(endpoint: String, region: String, told: String) {
        let place = ProfileDefaults.Place(endpoint: endpoint, region: region)
        let profile = ProfileDefaults(name: "main", place: place, addressing: nil, version: .v4)
        var out = ByteBuffer()
        out.append(compatURI: Span(), of: profile)
        let told = #""endpoint":\#(endpoint.isEmpty ? "null" : "\"\(endpoint)\""),"region":\#(told)}"#
        #expect(String(copying: out.span) == #"{"profile":"main","uri":null,\#(told)"#)
    }

    @Test func `in the dialect of an AppServer it has a status`() throws {
        var out = ByteBuffer()
        out.append(handoutOf: try credential(expiration: now + 3_000), at: now, as: .appserver)
        #expect(
            String(copying: out.span) == #"""
                {
                  "StatusCode": "200",
                  "AccessKeyId": "STS.k",
                  "AccessKeySecret": "s\"/\\+=",
                  "SecurityToken": "CAIS",
                  "Expiration": "2023-12-16T17:10:57Z"
                }

                """#)
    }

    @Test func `the form is one that servers answer in`() throws {
        let form = { (query: String) in try HandoutCall(query: query.utf8Span.span).format }
        #expect(try form("") == .json)
        #expect(try form("format=json") == .json)
        #expect(try form("profile=p&format=appserver&minValid=1") == .appserver)
        #expect(try form("format=aws") == .aws)
        #expect(throws: Problem.malformed(.parameterTwice("format"))) { try form("format=json&format=json") }
        for word in ["ini", "", "JSON", "env"] {
            #expect(throws: Problem.invalidRequest(.field("format", mustBe: "json, appserver or aws"))) {
                try form("format=\(word)")
            }
        }
    }

    @Test(arguments: [
        ("", DocumentFormat.json), ("format=json", .json), ("format=appserver", .appserver),
        ("format=aws", .aws),
        ("format=", nil), ("format=env", nil), ("format=aws&format=aws", nil), ("Format=aws", nil),
        ("a", nil),
        ("format", nil), ("format=aw%73", nil),
    ])
    func `the query of an address names one form`(query: String, format: DocumentFormat?) {
        #expect(DocumentFormat(compatQuery: query.utf8Span.span) == format)
    }

    @Test func `a key without an end is good for a day`() throws {
        var out = ByteBuffer()
        out.append(handoutOf: try credential(token: "", expiration: nil), at: now)
        let text = String(copying: out.span)
        #expect(text.contains(#""Expiration": "2023-12-17T16:20:57Z""#))
        #expect(text.contains(#""SecurityToken": "","#))
    }

    @Test(arguments: [
        ("", nil, 0), ("profile=main", "main", 0), ("profile=m%61in&minValid=60", "main", 60),
        ("&minValid=0&&profile=a+b", "a+b", 0), ("profile", "", 0), ("profile=", "", 0),
    ])
    func `a query says for whom and for how long`(query: String, profile: String?, minValid: Int) throws {
        let call = try HandoutCall(query: query.utf8Span.span)
        #expect(call.profile.map { String(copying: call.text[$0]) } == profile)
        #expect(call.minValid == minValid)
    }

    @Test(arguments: [
        "profile=a&profile=a", "minValid=1&minValid=1", "profile=a&profile=b&minValid=1",
        "minValid=1&minValid=2&format=json", "format=json&format=json&minValid=1",
        "x=1&profile=a&format=json", "minValid=", "minValid", "minValid=-1",
        "minValid=1.5",
        "minValid=99999999999999999999", "minvalid=1", "profil=a", "a", "=", "profile=%g1", "profile=%6",
    ])
    func `a query that could mean something else is refused`(query: String) {
        #expect(throws: Problem.self) { _ = try HandoutCall(query: query.utf8Span.span) }
    }

    @Test func `a life means nothing where none is asked for`() {
        for query in ["minValid=1", "format=json"] {
            #expect(throws: Problem.malformed(.unknownParameter(help: "; known are profile"))) {
                _ = try HandoutCall(query: query.utf8Span.span, takesTerms: false)
            }
        }
    }

    @Test(arguments: [
        ("profil=x", ", did you mean 'profile'?"), ("life=x", "; known are profile, minValid, format"),
    ])
    func `the problem suggests the parameter that was meant`(query: String, help: String) {
        #expect(throws: Problem.malformed(.unknownParameter(help: help))) {
            _ = try HandoutCall(query: query.utf8Span.span)
        }
    }

    // As in systemd's exec-credential.c: "@%" PRIx64 "/unit/%s/%s".
    @Test(arguments: [
        ("\0f00/unit/backup.service/media", "backup.service", "media"),
        ("\0" + "1/unit/a@b\\x2dc.service/x.y-z_0", "a@b\\x2dc.service", "x.y-z_0"),
    ])
    func `systemd says by its name what it wants`(name: String, unit: String, profile: String) throws {
        let bytes = ByteBuffer(copying: name.utf8Span.span)
        let read = ServiceCredentialRequest(peerName: bytes.span)
        let request = try #require(read)
        #expect(String(copying: bytes[request.unit]) == unit)
        #expect(String(copying: bytes[request.profile]) == profile)
    }

    @Test(arguments: [
        "", "\0", "/run/x", "f00/unit/a.service/m", "\0/unit/a.service/m", "\0f/unit/a.service",
        "\0f/unit/a.service/",
        "\0f/unit//m", "\0f/unit/a.service/m/n", "\0f/unit/a.service/m\0", "\0f/slice/a.slice/m", "\0f/unit/",
    ])
    func `any other name is not systemd's`(name: String) {
        let request = ServiceCredentialRequest(peerName: name.utf8Span.span)
        #expect(request == nil)
    }
}
