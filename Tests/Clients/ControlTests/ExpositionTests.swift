import Testing

@testable import Control

struct ExpositionTests {
    /// Each ends, whatever it is taken for.
    @Test(arguments: [
        "a{=\"x\"} 1", "a{,=", "a{,} 1", "a{ b=\"c\",} 1", "a{", "a{b", "a{b=", "a{b=\"", "{} 1", "a{}",
        "a 1 2 3",
    ])
    func `a line that is none is no reason to stay with it`(line: String) {
        _ = Exposition("\(line)\na_total{b=\"c\"} 1\n".utf8Span.span)
    }
}
