package import Bytes
package import CommandLine
internal import Kernel
package import Time

extension Command {
    static let verify = Command(
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
        "method", .choice("METHOD", methods), "The method that the URL was used with.", standard: "GET")
    static let sentHeader = Option(
        "header", .text("'NAME: VALUE'"), "A header that was sent with the URL.", isRepeatable: true)
    static let revealSigned = Option("reveal", .flag, "Print tokens and signatures whole.")
    static let bucket = Option("bucket", .text("NAME"), "The bucket, where the host does not tell it.")
}

/// The signature to examine, and the answer of OSS.
package struct VerifyOptions: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case request(SentRequest)
        /// The file with the head of the request.
        case file(String)
    }

    package let source: Source
    /// The file with the answer of OSS.
    package let errorFile: String?
    let bucket: String?
    /// Whether tokens and signatures are printed whole.
    let reveals: Bool

    init(_ call: Call) throws(UsageError) {
        errorFile = call.value(of: .errorFile)
        bucket = call.value(of: .bucket)
        reveals = call.has(.revealSigned)
        guard errorFile != "-" || call.value(of: .requestFile) != "-" else {
            throw UsageError("--request and --error cannot both be '-', which is standard input")
        }
        switch (call.arguments.first, call.value(of: .requestFile)) {
        case (let url?, nil):
            source = .request(
                try SentRequest(
                    url: url, method: call.value(of: .sentMethod) ?? "GET",
                    headers: try call.headers(of: .sentHeader)))
        case (nil, let file?): source = .file(file)
        case (.some, .some):
            throw UsageError("'verify' takes a URL or --request FILE, not both")
        case (nil, nil):
            throw UsageError(
                "'verify' needs a URL, or --request FILE; 'ossauthctl verify --help' has examples")
        }
    }
}

extension VerifyOptions {
    /// The file with the head of the request, if there is one.
    package var requestFile: String? {
        guard case .file(let path) = source else { return nil }
        return path
    }
}

extension Session {
    /// Examines a signature without the daemon: the signed texts can be computed without a key.
    func verify(_ options: VerifyOptions) throws(Failure) -> ExitStatus {
        var answer: String?
        if let file = options.errorFile { answer = try TextFile.contents(of: file, "the answer of OSS") }
        var head = ""
        if let file = options.requestFile { head = try TextFile.contents(of: file, "the request") }
        let examination = try Examination.of(options, head, answer, terminal.ink)
        if printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            examination.write(into: &document)
            try printJSON(document.span)
        } else {
            try terminal.print(examination.page)
        }
        return examination.isGood ? .done : .refused
    }
}

extension Examination {
    fileprivate static func of(
        _ options: VerifyOptions, _ head: String, _ answer: String?, _ ink: Ink
    ) throws(Failure) -> Examination {
        try Failure.usage { () throws(UsageError) in
            try Examination(options, head: head, answer: answer, at: .now, ink)
        }
    }
}

/// Reads text files.
private enum TextFile {
    private static let limit = 1_048_576

    static func contents(of path: String, _ name: String) throws(Failure) -> String {
        do throws(SystemError) {
            let bytes =
                path == "-"
                ? try StandardStream.input.contents(atMost: limit)
                : try File.contents(ofPipeOrFile: path, atMost: limit)
            return String(copying: bytes.span)
        } catch {
            throw Failure(.usage, "\(name) cannot be read: \(error)")
        }
    }
}

/// The result of an examination: a page for people, and whether something is wrong.
package struct Examination: Equatable, Sendable {
    package let page: String
    package let isGood: Bool
    private let check: SignatureCheck
    private let reveals: Bool

    /// `head`: the head of the request, where it is in a file; `answer`: the answer of OSS.
    package init(
        _ options: VerifyOptions, head: String, answer: String?, at now: Timestamp, _ ink: Ink
    ) throws(UsageError) {
        let error = try answer.map { text throws(UsageError) in try ServerError(xml: text) }
        check = try SignatureCheck(
            try options.request(head: head), bucket: options.bucket, answered: error, at: now)
        reveals = options.reveals
        page = VerifyPage(ink, reveals: reveals).text(of: check)
        isGood = check.verdict.isGood
    }

    /// Writes the result for a program.
    package func write(into output: inout ByteBuffer) {
        output.append(check, reveals: reveals)
    }
}

extension VerifyOptions {
    fileprivate func request(head: String) throws(UsageError) -> SentRequest {
        switch source {
        case .request(let request): request
        case .file: try SentRequest(head: head)
        }
    }
}
