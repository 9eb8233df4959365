import API
import Bytes
import Contract
import JSON
import Testing
import Tokens

/// The document that clients are made from says what both ends of the socket were compiled with.
struct ContractTests {
    private static func value(at path: String) throws -> String {
        var answer = ByteBuffer()
        answer.appendOpenAPIDocument(keepAlive: true)
        let text = String(copying: answer.span)
        let start = try #require(text.firstIndex(of: "{"))
        let document = String(text[start...])
        let pointer = try #require(JSONPointer(path))
        let place = try #require(try pointer.place(in: document.utf8Span.span))
        return String(copying: document.utf8Span.span.extracting(place))
    }

    private static func words(in text: String) -> [String] {
        text.split(separator: "\"").map(String.init).filter { $0.first?.isLetter == true }
    }

    @Test func `the problems have the names of the document`() throws {
        let types = Self.words(in: try Self.value(at: "/components/responses"))
            .filter { $0.hasPrefix(ProblemName.prefix) }
        #expect(Set(types) == Set(ProblemName.allCases.map { ProblemName.prefix + $0.rawValue }))
    }

    @Test func `a profile's states have the words of the document, and clients know which of them sign`()
        throws
    {
        let words = Self.words(in: try Self.value(at: "/components/schemas/State/enum"))
        #expect(words == StateWord.allCases.map(\.rawValue))
        #expect(ProfileState.allCases.map { "\($0.name)" } == words)
        #expect(ProfileState.allCases.map(\.canSign) == words.map(StateWord.signs))
    }

    @Test func `one call takes as many keys as the document says`() throws {
        #expect(
            try Self.value(at: "/components/schemas/PresignRequest/properties/keys/maxItems")
                == String(PresignLimit.keys))
    }
}
