import API
import Bytes
import Signing
import Testing

/// One signing serves all callers: of one call nothing may get into the next, whether it was answered or refused.
struct DeskReuseTests {
    private let scene = SigningScene()

    private static let opaque =
        #""stringToSign":"OSS4-HMAC-SHA256\n20231216T162057Z\nscope\n00","region":"cn-beijing","date":"20231217""#
    private static let urlOfV4 =
        "x-oss-credential=STS.k%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-date=20231216T162057Z"
        + "&x-oss-expires=60&x-oss-security-token=t&x-oss-signature-version=OSS4-HMAC-SHA256"
    private static let policy =
        #"{\"expiration\":\"2023-12-16T16:30:57Z\",\"conditions\":[{\"bucket\":\"examplebucket\"},{\"key\":\"public/d\"}]}"#

    private static let calls: [SigningScene.Wish] = [
        (.presign, #"{"key":"public/a"}"#),
        (.presign, #"{"keys":["public/a","public/b"],"expires":60,"minValid":5,"profile":"default"}"#),
        (
            .presign,
            #"{"version":"v1","key":"public/\u0061","method":"PUT","parameters":{"versionId":"1"},"explain":true}"#
        ),
        (.presign, #"{"key":"public/a","cloudBoxID":"cb-1","endpoint":"http://10.0.0.1:8080"}"#),
        (.presign, #"{"key":"public/a","additionalHeaders":["host"],"time":"2023-12-16T16:20:00Z"}"#),
        (.sign, #"{"key":"public/a"}"#),
        (.sign, #"{"version":"v1","key":"public/c","method":"PUT","headers":{"x-oss-meta-a":"1"}}"#),
        (
            .sign,
            #"{"key":"public/c","addressing":"path","contentType":"text/plain","contentMD5":"XUFAKrxLKna5cZ2REBfFkg==","region":"cn-beijing","endpoint":"localhost"}"#
        ),
        (
            .sign,
            #"{"key":"public/a","method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/public/b"}}"#
        ),
        (.postPolicy, #"{"conditions":[["starts-with","$key","public/"]],"expires":120}"#),
        (.postPolicy, #"{"conditions":[{"key":"public/a"}],"explain":true}"#),
        (.postPolicy, #"{"policy":"\#(policy)"}"#),
        (.signString, #"{"version":"v1","stringToSign":"GET\n\n\n1702743717\n/examplebucket/public/a"}"#),
        (
            .signString,
            #"{"canonicalRequest":"GET\n/examplebucket/public/a\n\#(urlOfV4)\n\n\nUNSIGNED-PAYLOAD","#
                + #""time":"2023-12-16T16:20:57Z","region":"cn-hangzhou"}"#
        ),
        (.signString, #"{\#(opaque),"product":"oss-cloudbox"}"#),
        // A refused request leaves as little behind.
        (.sign, #"{"key":"public/a","parameters":{"cors":null}}"#),
        (.sign, #"{"key":"public/a","method":"PUT","headers":{"x-oss-object-acl":"private"}}"#),
        (
            .sign,
            #"{"key":"public/a","method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/secret"}}"#
        ),
        (.presign, #"{"key":"public/a","expires":7200}"#), (.presign, #"{"key":"public/a","expires":"x"#),
        (.presign, #"{"key":"public/a","time":"2023-12-16T17:20:57Z"}"#),
        (.postPolicy, #"{"expires":60}"#), (.sign, #"{"bucket":"","parameters":{"prefix":"a"}}"#),
        (.postPolicy, #"{"conditions":[{"key":"secret"}]}"#), (.postPolicy, #"{"policy":"{}"}"#),
    ]

    private static let refused = 10

    @Test func `after any earlier call the answer is that of a new signing`() {
        var used = SigningContext()
        var refusals = 0
        for first in Self.calls {
            for second in Self.calls {
                _ = scene.outcome(of: first, at: &used)
                var fresh = SigningContext()
                let expected = scene.outcome(of: second, at: &fresh)
                let found = scene.outcome(of: second, at: &used)
                #expect(found == expected, "\(second.body) after \(first.body)")
                if expected.problem != nil { refusals += 1 }
            }
        }
        #expect(refusals == Self.refused * Self.calls.count)
    }

    /// A caller with a thousand keys is rare, and the daemon has eight megabytes.
    @Test func `the room for many keys is given back`() throws {
        var signing = SigningContext()
        let keys = Array(repeating: #""public/a""#, count: 999).joined(separator: ",")
        #expect(scene.outcome(of: (.presign, #"{"keys":[\#(keys)]}"#), at: &signing).problem == nil)
        #expect(signing.call.keys.capacity <= 64 && signing.call.request.text.count <= 65_536)
        #expect(scene.outcome(of: (.presign, #"{"keys":[\#(keys),"secret"]}"#), at: &signing).problem != nil)
        #expect(scene.outcome(of: (.sign, "{}x"), at: &signing).problem != nil)
        #expect(signing.call.keys.capacity <= 64)
        let blanks = String(repeating: " ", count: 65_500)
        let form = #"{"conditions":[{"key":"public/a"}\#(blanks)]}"#
        #expect(scene.outcome(of: (.postPolicy, form), at: &signing).problem == nil)
        #expect(signing.call.request.text.count <= 65_536)
    }
}
