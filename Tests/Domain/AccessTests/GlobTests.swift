internal import Access
internal import TestSupport
import Testing

@testable import AccessSupport

struct GlobTests {
    @Test(arguments: [
        ("a", "a", true), ("a", "b", false), ("a", "aa", false), ("a", "", false),
        ("*", "", true), ("*", "abc", true), ("*", "a/b", false), ("*", "a/", false),
        ("**", "", true), ("**", "a/b/c", true), ("***", "a/b", true),
        ("?", "a", true), ("?", "/", false), ("?", "", false), ("a?c", "abc", true),
        ("logs/*", "logs/a", true), ("logs/*", "logs/", true), ("logs/*", "logs/a/b", false),
        ("logs/**", "logs/a/b", true), ("logs/**", "logs", false), ("logs/**", "xlogs/a", false),
        ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpg.png", false), ("*.jpg", "d/a.jpg", false),
        ("**.jpg", "d/a.jpg", true), ("**/*.jpg", "d/e/a.jpg", true), ("**/*.jpg", "a.jpg", false),
        ("a*b*c", "aXbYc", true), ("a*b*c", "aXcYb", false), ("a*b*c", "ab/c", false),
        ("**/b/*c", "a/b/d/b/xc", true), ("**a*b", "aa/xa/yab", true), ("*a/*b", "ca/db", true),
        ("**a*c**d", "abc/abc/d", true), ("**a*c**d", "abc/abc/e", false), ("**a*/*b", "a/a/b", true),
        ("\\*", "*", true), ("\\*", "a", false), ("\\\\", "\\", true), ("a\\?", "a?", true),
        ("a\\?", "ab", false),
        ("a?.jpg", "aé.jpg", true), ("??", "é", false), ("*?", "é", true), ("?*?", "é", false),
        ("?", "😀", true),
        ("*??", "😀", false), ("?😀", "é😀", true),
        ("%u", "%u", true),
    ])
    func `matches whole names`(pattern: String, text: String, expected: Bool) throws {
        let glob = try #require(Glob(pattern))
        #expect(glob.matches(text) == expected)
    }

    /// With as many steps as the text squared, none of these would end.
    @Test(arguments: ["**-*.gz", "**-*-*.gz", "a/**-*x*.gz"])
    func `needs no longer for a text that nearly matches everywhere`(pattern: String) throws {
        let glob = try #require(Glob(pattern))
        let text = "a/" + String(repeating: "-", count: 1_000_000) + "/b"
        #expect(!glob.matches(text))
        #expect(glob.matches(text + "-x-x.gz"))
    }

    @Test(arguments: ["", "\\", "a\\"])
    func `rejects an invalid pattern`(pattern: String) {
        #expect(Glob(pattern) == nil)
    }

    @Test(arguments: [("%u/**", true), ("100%%", true), ("%", false), ("a%x", false)])
    func `a pattern has specifiers for the user name and the percent sign only`(
        pattern: String, isPattern: Bool
    ) {
        #expect((Glob(pattern, specifiers: true) != nil) == isPattern)
    }

    @Test func `a user name that was not filled in matches nothing`() throws {
        let glob = try #require(Glob("%u", specifiers: true))
        #expect(!glob.matches("%u"))
        #expect(!glob.matches("alice"))
    }

    /// The definition of the pattern language, too slow for hostile keys.
    private func naive(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if pattern.starts(with: Array("**".unicodeScalars)) {
            let rest = pattern.dropFirst(2)
            return (0...text.count).contains { naive(rest, text.dropFirst($0)) }
        }
        if first == "*" {
            let room = text.prefix { $0 != "/" }.count
            return (0...room).contains { naive(pattern.dropFirst(), text.dropFirst($0)) }
        }
        guard let letter = text.first else { return false }
        let fits = first == "?" ? letter != "/" : letter == first
        return fits && naive(pattern.dropFirst(), text.dropFirst())
    }

    @Test func `agrees with the definition on short patterns of every kind`() throws {
        var random = SeededRandom(seed: 20_240_601)
        let patternLetters = Array("aé/*?".unicodeScalars)
        let textLetters = Array("aé/".unicodeScalars)
        var matches = 0
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                patternLetters.randomElement(using: &random) ?? "a"
            }
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                textLetters.randomElement(using: &random) ?? "a"
            }
            let glob = try #require(Glob(String(String.UnicodeScalarView(pattern))))
            let expected = naive(pattern[...], text[...])
            if expected { matches += 1 }
            let name = String(String.UnicodeScalarView(text))
            #expect(glob.matches(name) == expected, "\(glob.text) \(name)")
        }
        #expect(matches > 1_000)
    }

    @Test func `a hostile key does not take exponential time`() throws {
        let glob = try #require(Glob("**a*a*a*a*a*a*a*a*b/c"))
        let key = String(repeating: "a", count: 1_023)
        let spent = processorTime { #expect(!glob.matches(key)) }
        #expect(spent < .seconds(1))
    }
}
