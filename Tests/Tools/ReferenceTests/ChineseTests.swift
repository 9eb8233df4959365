import CommandLine
import Control
import Testing

@testable import Reference

/// The Chinese pages are made of the same tables as the English ones.
struct ChineseTests {
    /// Every text for which a page asks.
    private static let asked: [String] = {
        var texts: [String] = []
        let recorder = Language.chinese { text in
            texts.append(text)
            return text
        }
        _ = Program.ossauthctl.markdown(in: recorder)
        _ = ConfigurationPage.markdown(in: recorder)
        return texts
    }()

    @Test func `each text has its Chinese`() {
        #expect(Set(Self.asked).subtracting(Chinese.texts.keys).sorted() == [])
    }

    @Test func `no Chinese is of a text that was changed or removed`() {
        #expect(Set(Chinese.texts.keys).subtracting(Self.asked).sorted() == [])
    }

    @Test(arguments: Chinese.texts.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
    func `each Chinese names the same options, keys, variables and paths`(pair: [String]) {
        #expect(Self.names(in: pair[1]) == Self.names(in: pair[0]), "\(pair[0])")
    }

    /// The words that a reader would type.
    private static func names(in text: String) -> Set<Substring> {
        let name =
            /--[a-z][a-z0-9-]*|\b[A-Z][A-Za-z0-9]*=|\$[A-Z_]+|\/[a-z][a-z0-9.\/*-]{3,}[a-z0-9*]|`[^`%]+`/
        // A full-width colon begins no word of its own by Unicode's rules.
        return Set(text.matches(of: name.wordBoundaryKind(.simple)).map(\.output))
    }
}
