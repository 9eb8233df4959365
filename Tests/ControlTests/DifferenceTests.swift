import Control
import Testing

/// Differences between a request and its form at the server.
struct DifferenceTests {
    @Test(
        arguments: [
            ("GET\n", "HEAD\n", "the method: signed was 'GET', the server got 'HEAD'"),
            ("/a%20b", "/a%2520b", "the path: signed was '/bucket/a%20b', the server got '/bucket/a%2520b'"),
            ("image%2Finfo", "image%2Finfo&y", "the parameter 'y' was not signed, but the server got it"),
            (
                "=image%2Finfo", "=z",
                "the parameter 'x-oss-process': signed was 'image%2Finfo', the server got 'z'"
            ),
            (
                "&x-oss-expires=600", "",
                "the parameter 'x-oss-expires' was signed, but the server did not get it"
            ),
            ("\n\n\nU", "\nx-oss-a:b\n\n\nU", "the header 'x-oss-a' was not signed, but the server got it"),
            (
                "\n\n\nU", "\n\nhost\nU",
                "the names of the additional headers: signed was nothing, the server got 'host'"
            ),
            (
                "UNSIGNED-PAYLOAD", "ab",
                "the hash of the payload: signed was 'UNSIGNED-PAYLOAD', the server got 'ab'"
            ),
        ])
    func `names what the server saw otherwise`(old: String, new: String, sentence: String) throws {
        let there = Signed.canonical.replacing(old, with: new)
        let found = try Signed.examine([Signed.url], answer: Signed.answer(there))
        let words = found.page.split { $0.isWhitespace }.joined(separator: " ")
        #expect(!found.isGood && words.hasPrefix("verdict 1 difference 1 \(sentence) "), "\(found.page)")
    }

    /// The number of a difference is that of its lines.
    @Test func `names all that differs, in both texts`() throws {
        let there = Signed.canonical.replacing("GET\n", with: "PUT\n").replacing(
            "&x-oss-expires=600", with: ""
        )
        .replacing("=image%2Finfo", with: "=image%252Finfo").replacing(
            "\n\n\nU", with: "\nx-oss-a:b\n\n\nU")
        let answer = Signed.answer(there).replacing("cn-hangzhou/oss", with: "cn-beijing/oss")
        let page = try Signed.examine([Signed.url], answer: answer).page
        #expect(page.hasPrefix("verdict 5 differences"))
        let lines = page.split(separator: "\n").filter {
            $0.hasPrefix(" ") && $0.dropFirst().first?.isNumber == true
        }
        #expect(
            lines.map { $0.prefix(29) } == [
                " 1  the method: signed was 'G", " 2  the parameter 'x-oss-expi",
                " 3  the parameter 'x-oss-proc", " 4  the header 'x-oss-a' was ",
                " 5  the scope: signed was '20",
                " 1< GET", " 1> PUT", " 2<   x-oss-expires=600", " 3<   x-oss-process=image%2Fi",
                " 3>   x-oss-process=image%252", " 4> x-oss-a:b", " 5< 20231216/cn-hangzhou/oss/",
                " 5> 20231216/cn-beijing/oss/a",
            ])
        // The hash follows from what is above it.
        #expect(page.contains("\n  > 00\n") && page.contains("sign with --region cn-beijing"))
    }

    @Test(arguments: [
        ("/a%20b", "/a%2520b", "it was encoded twice"), ("/bucket/", "/other/", "took another bucket"),
        ("/a%20b", "/a%2Bb", "a + became a blank"), ("/a%20b", "/c", "another object than the signed one"),
        ("GET\n", "PUT\n", "sign for PUT"),
        ("\n\n\nU", "\ncontent-type:a/b\n\n\nU", "clients add one by themselves"),
    ])
    func `says what a difference means`(old: String, new: String, meaning: String) throws {
        let there = Signed.canonical.replacing(old, with: new)
        #expect(try Signed.examine([Signed.url], answer: Signed.answer(there)).page.contains(meaning))
    }

    @Test func `shows of a long value where it differs`() throws {
        let long = String(repeating: "t", count: 900)
        let url = Signed.url.replacing("image%2Finfo", with: long + "A" + long)
        let there = Signed.canonical.replacing("image%2Finfo", with: long + "B" + long)
        let page = try Signed.examine([url], answer: Signed.answer(there)).page
        let words = page.split { $0.isWhitespace }.joined(separator: " ")
        #expect(
            words.contains(
                "signed was '…ttttttttAttttttttttttttttttttttt…' (from character 893 on), the server got")
                && words.contains(" '…ttttttttBttttttttttttttttttttttt…' (from character 893 on) it was"))
    }

    /// V1 has one text, whose last line has the query behind the resource.
    @Test func `names all that differs in V1`() throws {
        let url =
            "https://bucket.oss-cn-x.aliyuncs.com/k?Expires=1702744257&OSSAccessKeyId=i&Signature=AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D&versionId=2&acl"
        let string = "GET\n\ntext/plain\n1702744258\n/bucket/k?acl&amp;versionId=3"
        let answer = "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>\(string)</StringToSign></Error>"
        let page = try Signed.examine([url], answer: answer).page
        #expect(page.contains("\n    /bucket/k\n      acl\n 3<   versionId=2\n 3>   versionId=3\n"))
        #expect(page.contains("\n 1  the Content-Type: signed was nothing, the server got 'text/plain'\n"))
        #expect(page.contains("\n 2  the date: ") && page.hasPrefix("verdict 3 differences"))
    }

    @Test func `notices the answer to another request`() throws {
        let answer = Signed.answer(Signed.canonical).replacing(
            "<Code>",
            with: "<OSSAccessKeyId>Other</OSSAccessKeyId><SignatureProvided>11</SignatureProvided><Code>")
        let page = try Signed.examine(
            [Signed.url], answer: answer.replacing("request\n00", with: "request\n11")
        ).page
        #expect(page.contains("\n 1  the hash of the canonical request: "))
        #expect(page.contains("\n 2  the id of the key: signed was 'LTAI', the server got 'Other'\n"))
        #expect(page.contains("\n 3  the signature: signed was 0000… (64 characters), the"))
    }
}
