import Bytes
import Signing
import TestSupport
import Testing

struct NameTests {
    @Test(arguments: ["abc", "a-b", "123", "0a0", "a--b", String(repeating: "a", count: 63)])
    func `accepts a bucket name`(name: String) {
        #expect(Wanted(bucket: name).refusal == nil)
    }

    @Test(arguments: [
        "", "ab", "-ab", "ab-", "---", "Abc", "a.b", "a_b", "a b", "a/b", "abc\n", "bücket",
        "abc.evil.example", "abc@x", "abc?",
        "abc#", "abc%2f", String(repeating: "a", count: 64),
    ])
    func `rejects an invalid bucket name`(name: String) {
        #expect(Wanted(bucket: name).refusal == .bucketName)
    }

    @Test(arguments: [
        "a", "a/", "a//b", "../a", "./a", "a/../b", "?acl", "a?b=c&d", "a#b", "a%2Fb", "a+b c", "ü/文/😀", "\n",
        "\0", " ",
        "a\u{7F}", String(repeating: "a", count: 1_023), String(repeating: "文", count: 341),
    ])
    func `accepts an object key`(key: String) {
        #expect(Wanted(key: key).refusal == nil)
    }

    @Test(arguments: [
        ("", SigningError.keyEmpty), ("/a", .keyBegins), ("\\a", .keyBegins), ("/", .keyBegins),
        (String(repeating: "a", count: 1_024), .keyTooLong),
        (String(repeating: "文", count: 342), .keyTooLong),
    ])
    func `rejects an invalid object key`(key: String, expected: SigningError) {
        #expect(Wanted(key: key).refusal == expected)
    }

    @Test func `a name that is not UTF-8 is rejected`() {
        var request = OSSRequest()
        let broken = request.appending { text in text.append([0x61, 0xC3, 0x28].span) }
        let fine = request.adding("a")
        #expect(throws: SigningError.keyNotUTF8) { try request.setKey(broken) }
        #expect(throws: SigningError.bucketName) { try request.setBucket(broken) }
        #expect(throws: SigningError.parameterNotUTF8) { try request.addParameter(name: broken, value: fine) }
        #expect(throws: SigningError.parameterNotUTF8) { try request.addParameter(name: fine, value: broken) }
        #expect(throws: SigningError.headerName) { try request.addHeader(name: broken, value: fine) }
        #expect(throws: SigningError.headerValue) { try request.addHeader(name: fine, value: broken) }
    }
}
