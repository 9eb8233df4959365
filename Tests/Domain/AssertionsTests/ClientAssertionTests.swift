import Assertions
import Bytes
import JSON
import TestSupport
import Testing
import Text
import Time

struct ClientAssertionTests {
    private let now = Timestamp(secondsSince1970: 1_700_000_000)

    /// The decoded parts of a token before its signature.
    private func parts(_ assertion: ClientAssertion, _ algorithm: AssertionAlgorithm = .es256) -> [String] {
        let random: [UInt8] = [0, 1, 254, 255]
        let input = assertion.signingInput(algorithm, at: now, random: random.span)
        return String(copying: input.span).split(separator: ".").map { part in
            var text = ByteBuffer()
            #expect(text.append(base64URLDecoding: part.utf8Span.span) != nil)
            return String(copying: text.span)
        }
    }

    @Test func `an assertion names client and server, is unique and lasts five minutes`() {
        #expect(
            parts(ClientAssertion(of: "app \"1\"", for: "https://login.example/token")) == [
                #"{"alg":"ES256","typ":"JWT"}"#,
                #"{"iss":"app \"1\"","sub":"app \"1\"","aud":"https://login.example/token","jti":"0001feff","#
                    + #""iat":1700000000,"exp":1700000300}"#,
            ])
    }

    @Test func `the header has the certificates`() {
        let assertion = ClientAssertion(of: "a", for: "b", certificates: ["AA==", "AQ=="])
        #expect(parts(assertion, .rs256)[0] == #"{"alg":"RS256","typ":"JWT","x5c":["AA==","AQ=="]}"#)
    }

    @Test func `the header names the key`() {
        let assertion = ClientAssertion(of: "a", for: "b", keyID: "host \"17\"")
        #expect(parts(assertion)[0] == #"{"alg":"ES256","typ":"JWT","kid":"host \"17\""}"#)
    }

    @Test func `the signature is the third part`() {
        let signature: [UInt8] = [0xFB, 0xFF]
        let token = ClientAssertion.token("e30.e30".utf8Span.span, signature: signature.span)
        #expect(String(copying: token.span) == "e30.e30.-_8")
    }
}
