internal import Bytes
package import CommandLine
internal import Time

/// `verify`: finds out why OSS does not accept a signature, without the daemon: the signed texts need no key.
package struct VerifyCommand: ProgramCommand {
    package static let command = Command(
        "verify", "Find out why OSS does not accept a signature",
        details: [
            """
            Computes the signed text again, of a URL or of the head of a request, signed with V4, V1 or S3. Compares it \
            with the text that OSS signed, which its error document contains. Prints a verdict first, then every difference with \
            what to do about it, or the usual causes. It needs no key and asks no daemon. Ends with 1 where \
            something is wrong.
            """,
            """
            Tokens and signatures are shortened, since the output is made for tickets. --json has one of these \
            as code: \(Verdict.Code.allCases.map(\.rawValue).joined(separator: " ")).
            """,
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
        let examination = try Failure.usage { [ink = session.terminal.ink] () throws(UsageError) in
            try Examination(options, head: head ?? "", answer: answer, at: .now, ink)
        }
        if session.printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            examination.write(into: &document)
            try session.printJSON(document.span)
        } else {
            try session.terminal.print(examination.page)
        }
        return examination.isGood ? .done : .refused
    }
}
