import Bytes
import Testing
import Time
import Tokens

/// An AppServer that says no.
struct RefusalTests {
    private static let keys =
        #""AccessKeyId":"STS.k","AccessKeySecret":"s3cr3t","SecurityToken":"t0k3n","Expiration":"2023-12-16T16:20:57Z""#

    private func refusal(in document: String) -> CredentialError? {
        do throws(CredentialError) {
            _ = try DialectReply.credential(
                in: document.utf8Span.span, as: .appServer, at: start.wall, assumedLife: 900)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (
            #"{"StatusCode":"500","ErrorCode":"AccessDenied","ErrorMessage":"no such user"}"#, "AccessDenied",
            "no such user"
        ),
        (#"{"StatusCode":500,"ErrorCode":"AccessDenied"}"#, "AccessDenied", ""),
        (#"{"ErrorCode":"AccessDenied"}"#, "AccessDenied", ""),
        (#"{"StatusCode":403}"#, "StatusCode 403", ""),
        (#"{"StatusCode":"403","ErrorCode":null,"ErrorMessage":""}"#, "StatusCode 403", ""),
        (#"{"StatusCode":500,"ErrorCode":17,"ErrorMessage":{"a":"b"}}"#, "17", ""),
        // Whatever is not 200 is no success, keys or not.
        ("{\"StatusCode\":201,\(keys)}", "StatusCode 201", ""),
        ("{\"StatusCode\":0,\(keys)}", "StatusCode 0", ""),
        ("{\"StatusCode\":\"\",\(keys)}", "StatusCode empty", ""),
        ("{\"StatusCode\":\"OK\",\(keys)}", "StatusCode OK", ""),
        ("{\"StatusCode\":-200,\(keys)}", "StatusCode -200", ""),
        ("{\"StatusCode\":2e2,\(keys)}", "StatusCode 2e2", ""),
        ("{\"StatusCode\":true,\(keys)}", "StatusCode true", ""),
        ("{\"StatusCode\":99999999999999999999,\(keys)}", "StatusCode 99999999999999999999", ""),
    ])
    func `the refusal quotes the server's code and message`(document: String, code: String, message: String) {
        #expect(refusal(in: document) == .refused(code: code, message: message))
    }

    @Test(arguments: ["{}", "[200]"])
    func `a status of another kind is no success either`(status: String) {
        #expect(refusal(in: "{\"StatusCode\":\(status),\(Self.keys)}") == .member("StatusCode", .notText))
    }

    /// Control characters of C0 and C1, ends of lines that only Unicode knows, and marks that turn the direction.
    @Test func `characters that forge a line or control a terminal never reach the description`() throws {
        let hostile =
            (0..<0x20).map { "\\u00\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
            + "\u{7F}\u{80}\u{85}\u{9B}31m\u{9F}\u{2028}\u{2029}\u{202E}\u{2066}\u{200B}\u{FEFF}"
        let error = try #require(
            refusal(in: "{\"StatusCode\":1,\"ErrorCode\":\"a\(hostile)\",\"ErrorMessage\":\"b\(hostile)\"}"))
        for scalar in error.description.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                Issue.record("U+\(String(scalar.value, radix: 16))")
            default: break
            }
        }
        #expect(error.description.hasPrefix("the server refused: a"))
    }

    @Test func `a long message is cut, even within a character`() throws {
        let message = "x" + String(repeating: "ü", count: 50_000)
        let error = try #require(
            refusal(in: "{\"StatusCode\":1,\"ErrorCode\":\"a\",\"ErrorMessage\":\"\(message)\"}"))
        #expect(error.description.utf8.count < 300)
        #expect(error.description.contains("xüü"))
    }

    @Test func `no description holds a value of the document`() throws {
        let broken = [
            Self.keys.replacing("STS.k", with: "STS k"), Self.keys.replacing("s3cr3t", with: "s3cr3t s3cr3t"),
            Self.keys.replacing("t0k3n", with: "t0k3n t0k3n"), Self.keys.replacing("2023", with: "s3cr3t"),
            "\(Self.keys),\"AccessKeySecret\":\"s3cr3t\"", "\(Self.keys),", "\"StatusCode\":500,\(Self.keys)",
        ]
        for members in broken {
            let text = try #require(refusal(in: "{\(members)}")).description
            #expect(!text.contains("s3cr3t") && !text.contains("t0k3n") && !text.contains("STS"))
        }
    }
}
