import API
import Access
import Bytes
import Testing
import Text

/// The refusal of a forwarded request, which the program reads as one of OSS.
struct ForwardRefusalTests {
    private func answer(
        to problem: Problem, of caller: ForwardedCaller? = nil, ofHead: Bool = false, as403: Bool = true
    ) -> [Substring] {
        var out = ByteBuffer()
        out.append(forwardRefusal: problem, of: caller, ofHead: ofHead, as403: as403, keepAlive: true)
        return String(copying: out.span).split(separator: "\r\n")
    }

    private func value(of name: String, in answer: [Substring]) -> String? {
        answer.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    @Test func `a refusal is a document in which no text is markup`() throws {
        let problem = Problem.invalidRequest(.profile("a <b>\r\n&c"))
        let document = try #require(value(of: "Forward-Error", in: answer(to: problem)))
        #expect(document.contains("<Message>ossauthd: a &lt;b&gt;  &amp;c</Message>"))
        #expect(answer(to: problem, as403: false).last.map(String.init) == document)
    }

    @Test func `a refusal names the user, by name if it is known`() throws {
        for (caller, text) in [
            (ForwardedCaller(user: 5_004), "5004"),
            (ForwardedCaller(user: 5_004, name: "b<"), "b&lt; (5004)"),
        ] {
            let answer = answer(to: .notAllowed(.rule), of: caller)
            let document = try #require(value(of: "Forward-Error", in: answer))
            #expect(document.contains("ossauthd, to user \(text): no access rule is for this caller"))
            #expect(value(of: "Forward-User", in: answer) == "5004")
        }
    }

    @Test func `a refusal of HEAD has the document in a header`() throws {
        let answer = answer(to: .notAllowed(.rule), ofHead: true)
        let encoded = try #require(value(of: "Forward-X-Oss-Err", in: answer))
        var document = ByteBuffer()
        let decoded = document.append(base64Decoding: encoded.utf8Span.span)
        #expect(decoded != nil)
        #expect(String(copying: document.span) == value(of: "Forward-Error", in: answer))
        #expect(value(of: "Forward-X-Oss-Ec", in: answer) == "ossauthd-not-allowed")
        #expect(value(of: "Forward-X-Oss-Err", in: self.answer(to: .notAllowed(.rule))) == nil)
    }
}
