internal import CommandLine

extension Command {
    static let verify = Command(
        "verify", "Find out why OSS does not accept a signature",
        details: [
            """
            Computes the signed text of a URL, or of the head of a request, again and compares it with the text \
            that OSS signed, as its error document has it. Prints a verdict first, then every difference with \
            what to do about it, or the usual causes. It needs no key and asks no daemon. Ends with 1 where \
            something is wrong.
            """,
            """
            Tokens and signatures are shortened, since the output is made for tickets. --json has one of these \
            as code: \(Verdict.Code.allCases.map(\.rawValue).joined(separator: " ")).
            """,
        ],
        arguments: [Argument("URL", "A presigned URL, in quotes.", count: .optional)],
        options: [.requestFile, .errorFile, .sentMethod, .sentHeader, .bucket, .revealSigned],
        examples: [
            Example("verify \"$URL\" --error error.xml", "a presigned URL, and what OSS answered"),
            Example(
                "verify --request request.txt --error error.xml", "a request with an Authorization header"),
        ])
}

extension Option {
    static let requestFile = Option(
        "request", .path("FILE"), "The head of the request as it was sent, of any trace; - is standard input."
    )
    static let errorFile = Option(
        "error", .path("FILE"), "The XML document that OSS answered; - is standard input.")
    static let sentMethod = Option(
        "method", .choice("METHOD", methods), "What was done with the URL.", standard: "GET")
    static let sentHeader = Option(
        "header", .text("'NAME: VALUE'"), "A header that was sent with the URL.", isRepeatable: true)
    static let revealSigned = Option("reveal", .flag, "Print tokens and signatures whole.")
    static let bucket = Option("bucket", .text("NAME"), "The bucket, where the host does not tell it.")
}
