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
        options: [.requestFile, .errorFile, .sentMethod, .sentHeader, .bucket, .revealSigned],
        examples: [
            Example("verify \"$URL\" --error error.xml", "a presigned URL, and what OSS answered"),
            Example(
                "verify --request request.txt --error error.xml", "a request with an Authorization header"),
        ])

    /// `nil`: its head is in a file.
    private let request: SentRequest?
    /// The file with the head of the request.
    private let requestFile: String?
    /// The file with the answer of OSS.
    private let errorFile: String?
    private let bucket: String?
    /// Whether tokens are printed whole.
    private let reveals: Bool

    package init(_ call: Call) throws(UsageError) {
        let url = call.arguments.first
        requestFile = call.value(of: .requestFile)
        errorFile = call.value(of: .errorFile)
        bucket = call.value(of: .bucket)
        reveals = call.has(.revealSigned)
        guard errorFile != "-" || requestFile != "-" else {
            throw UsageError("--request and --error cannot both be '-', which is standard input")
        }
        guard url == nil || requestFile == nil else {
            throw UsageError("'verify' takes a URL or --request FILE, not both")
        }
        guard url != nil || requestFile != nil else {
            throw UsageError(
                "'verify' needs a URL, or --request FILE; 'ossauthctl verify --help' has examples")
        }
        request = try url.map { url throws(UsageError) in
            try SentRequest(
                url: url, method: call.value(of: .sentMethod) ?? "GET",
                headers: try call.headers(of: .sentHeader))
        }
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let answer = try InputFile.text(of: errorFile, "the answer of OSS")
        let head = try InputFile.text(of: requestFile, "the request")
        let examination = try Failure.usage(examination(head: head ?? "", answer: answer))
        if session.printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            examination.write(into: &document)
            try session.printJSON(document.span)
        } else {
            try session.terminal.print(examination.page(session.terminal.ink))
        }
        return examination.isGood ? .done : .refused
    }

    /// `head`: the head of the request, where it is in a file; `answer`: the answer of OSS.
    func examination(head: String, answer: String?) throws(UsageError) -> Examination {
        let sent = if let request { request } else { try SentRequest(head: head) }
        return try Examination(of: sent, answer: answer, bucket: bucket, reveals: reveals)
    }
}

extension Option {
    static let requestFile = Option(
        "request", .path("FILE"), "The head of the request as it was sent, of any trace; - is standard input."
    )
    static let errorFile = Option(
        "error", .path("FILE"), "The XML document that OSS answered; - is standard input.")
    static let sentMethod = Option(
        "method", .choice("METHOD", methods), "The method that the URL was used with.", standard: "GET")
    static let sentHeader = Option(
        "header", .text("'NAME: VALUE'"), "A header that was sent with the URL.", isRepeatable: true)
    static let revealSigned = Option("reveal", .flag, "Print tokens whole.")
    static let bucket = Option("bucket", .text("NAME"), "The bucket, where the host does not tell it.")
}
