import Testing
import Text

/// Names become files and parts of URLs.
struct NameTests {
    @Test(arguments: ["a", "0", "A-b_c.d", "a.", String(repeating: "a", count: 64)])
    func `a valid name is accepted`(text: String) {
        #expect(Name.isValid(text))
    }

    @Test(arguments: [
        "", ".", "..", ".a", "-a", "_a", "a/b", "a b", "a\0", "ä", "a:b", "a%b",
        String(repeating: "a", count: 65),
    ])
    func `a name that means another path is refused`(text: String) {
        #expect(!Name.isValid(text))
    }
}
