internal import Bytes
package import CommandLine

/// `verify`: finds out why OSS does not accept a signature, without the daemon: the signed texts need no key.
package struct VerifyCommand: ProgramCommand {
    package static let command = Command(
        "verify", "Compare what was signed with what OSS signed",
        details: [
            """
            Computes the signed text again, of a URL or of the head of a request, signed with V4, V1 or S3. Prints it beside \
            the text that OSS signed, which its error document contains, and names the first parameter, header or other part that \
            differs. It needs no key and asks no daemon. Ends with 1 where OSS reported an error.
            """,
            "Tokens are shortened, since the output is made for tickets.",
        ],
        arguments: [Argument("URL", "A presigned URL, in quotes.", count: .optional)],
        options: VerifyOptions.options,
        examples: [
            Example("verify \"$URL\" --error error.xml", "a presigned URL, and what OSS answered"),
            Example(
                "verify --request request.txt --error error.xml", "a request with an Authorization header"),
        ])

    package let options: VerifyOptions

    package init(_ call: Call) throws(UsageError) {
        options = try VerifyOptions(call)
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let answer = try options.errorFile.map { file throws(Failure) in
            try InputFile.text(of: file, "the answer of OSS")
        }
        let head = try options.requestFile.map { file throws(Failure) in
            try InputFile.text(of: file, "the request")
        }
        let examination = try Failure.usage(Examination(options, head: head ?? "", answer: answer))
        if session.printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            examination.write(into: &document)
            try session.printJSON(document.span)
        } else {
            try session.terminal.print(examination.page(session.terminal.ink))
        }
        return examination.isGood ? .done : .refused
    }
}
