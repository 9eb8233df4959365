import Bytes
import CommandLine
import Control
import OSSAuthClient
import TestSupport
import Testing

/// Signatures in the forms in which they are used.
struct FormTests {
    private static let answer =
        #"{"url":"https://b.x/","fields":{"policy":"cG9s","x-oss-signature":"a\"&<"},"expiration":"e","limitedBy":"request"}"#

    private func page(_ words: [String]) throws -> String {
        let command = try command(["post-policy"] + words, as: PostPolicyCommand.self)
        let answer = try SignedAnswer(Self.answer.utf8Span.span)
        return command.style.text(of: answer, for: command.form)
    }

    @Test func `prints the fields in the order in which they are sent`() throws {
        #expect(
            try page(["oss://b/in/", "--success-status", "201"])
                == "POST https://b.x/\nkey=in/${filename}\nsuccess_action_status=201\npolicy=cG9s\nx-oss-signature=a\"&<\n"
        )
    }

    @Test func `a value cannot leave its attribute in the HTML form`() throws {
        let page = try page(["oss://b/\"><script>", "--html"])
        #expect(page.contains(#"name="key" value="&quot;>&lt;script>">"#))
        #expect(page.contains(#"name="x-oss-signature" value="a&quot;&amp;&lt;">"#))
        #expect(page.hasPrefix(#"<form action="https://b.x/" method="post" enctype="multipart/form-data">"#))
    }

    @Test func `the file follows all fields of the form`() throws {
        let page = try page(["oss://b/it's", "--curl", "--body", "a b"])
        #expect(page.contains("--form-string 'key=it'\\''s' \\\n"))
        #expect(page.hasSuffix("  --form 'file=@\"a b\"' \\\n  https://b.x/\n"))
    }

    @Test func `uploads the file that was named, whatever curl would read into its name`() throws {
        let page = try page(["oss://b/k", "--curl", "--body", #"a,b;"c\d"#])
        #expect(page.contains(#"  --form 'file=@"a,b;\"c\\d"' "#) && page.contains("  --globoff "))
    }

    @Test func `has all fields for a program too, the daemon's and the caller's`() throws {
        let words = [
            "post-policy", "oss://b/in/", "--success-status", "201", "--content-type", "image/*", "--json",
        ]
        let form = try command(words, as: PostPolicyCommand.self).form
        var output = ByteBuffer()
        try output.append(signedForm: Self.answer.utf8Span.span, for: form)
        let own = #""key":"in/${filename}","Content-Type":"image/*","success_action_status":"201","#
        #expect(
            output.string == Self.answer.replacing(#"{"policy""#, with: #"{\#(own)"policy""#))
    }

    @Test(
        arguments: [
            (
                ["GET"],
                "curl \\\n  --fail \\\n  --globoff \\\n  --header 'authorization: a' \\\n  'https://x/?a'\n"
            ),
            (["HEAD"], "--head"), (["PUT"], "--upload-file /dev/null"),
            (["PUT", "--body", "f"], "--upload-file f"), (["DELETE"], "--request DELETE"),
            (["POST", "--body", "f"], "--header content-type:"),
            (["POST", "--body", "f", "--content-type", "a/b"], "--header 'content-type: a/b'"),
            (["GET", "--header", "x-oss-a: it's"], #"--header 'x-oss-a: it'\''s'"#),
        ] as [([String], String)])
    func `makes a command of a request`(words: [String], part: String) throws {
        let words = ["sign", words[0], "oss://b/k", "--curl"] + words.dropFirst()
        let body = #"{"method":"\#(words[1])","url":"https://x/?a","headers":{"authorization":"a"}}"#
        let answer = try SignedAnswer(body.utf8Span.span, count: 1)
        #expect(try command(words, as: SignCommand.self).text(of: answer).contains(part))
    }

    @Test func `prints headers for another program`() throws {
        let words = ["sign", "GET", "oss://b/k", "--headers", "--content-md5", "XUFAKrxLKna5cZ2REBfFkg=="]
        let answer = try SignedAnswer(
            #"{"method":"GET","url":"u","headers":{"x":"y"}}"#.utf8Span.span, count: 1)
        #expect(
            try command(words, as: SignCommand.self).text(of: answer)
                == "content-md5: XUFAKrxLKna5cZ2REBfFkg==\nx: y\n")
    }
}
