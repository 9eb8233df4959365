import Bytes
import HTTP
import Testing

struct QueryReaderTests {
    private func pairs(_ query: String) throws(HTTPError) -> [[String?]] {
        let bytes = Array(query.utf8)
        var scratch = ByteBuffer()
        var reader = QueryReader(bytes.span)
        var found: [[String?]] = []
        while let item = try reader.next(into: &scratch) {
            let text = scratch.text
            found.append([text[item.name], item.value.map { text[$0] }])
        }
        return found
    }

    @Test(
        arguments: [
            ("", []), ("a=b", [["a", "b"]]), ("a=b&c=d", [["a", "b"], ["c", "d"]]), ("a", [["a", nil]]),
            ("a=", [["a", ""]]),
            ("=b", [["", "b"]]), ("a=b=c", [["a", "b=c"]]), ("&&a=b&", [["a", "b"]]),
            ("a+b=c+d", [["a+b", "c+d"]]),
            ("%61%3D=%26%20%2b", [["a=", "& +"]]), ("a=1&a=2", [["a", "1"], ["a", "2"]]),
            ("%C3%A9=%e4%b8%ad", [["é", "中"]]),
        ] as [(String, [[String?]])])
    func `decodes names and values`(query: String, expected: [[String?]]) throws {
        #expect(try pairs(query) == expected)
    }

    @Test(arguments: ["%", "a=%4", "a=%zz", "%g0=a", "a=b&c=%"])
    func `refuses a broken escape`(query: String) {
        #expect(throws: HTTPError.self) { try pairs(query) }
    }
}
