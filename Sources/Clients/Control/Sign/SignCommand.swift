internal import CommandLine
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let sign = Command(
        "sign", "Sign a request that you send yourself",
        details: [
            """
            Prints the method and the URL, then the headers to send, one per line. The signature is valid for minutes only: send the request soon.
            """
        ],
        arguments: [
            Argument("METHOD", "The method of the request.", choices: Option.methods),
            Argument("OSS-URL", "oss://BUCKET/KEY, oss://BUCKET or oss://; not encoded."),
        ],
        options: [.curl, .body, .headersOnly] + Option.description,
        examples: [
            Example("sign GET oss://bucket/photo.jpg", "to read an object"),
            Example(
                "sign GET oss://bucket --parameter list-type=2 --parameter prefix=2024/", "to list a bucket"),
            Example(
                "sign PUT oss://bucket/note.txt --content-type text/plain --header 'x-oss-meta-author: me'",
                "to write an object, with headers of your own"),
            Example("sign PUT oss://bucket/note.txt --curl --body note.txt", "a command that uploads a file"),
            Example("sign GET oss://bucket/photo.jpg --headers", "headers for curl --header @FILE"),
        ],
        hints: [Note("--method", "the method is the first argument: 'sign METHOD OSS-URL'")])
}

extension Option {
    static let curl = Option("curl", .flag, "Print a command for curl that sends it.")
    static let headersOnly = Option("headers", .flag, "Print only the headers, one per line.")
    static let body = Option("body", .path("FILE"), "The file that --curl sends.", standard: "nothing")
}

/// The text form of a signed request.
package enum SignedForm: Equatable, Sendable {
    /// The method and the URL, then the headers.
    case request
    /// Only the headers, for `curl --header @-`.
    case headers
    /// A command that sends the request, with the file at this path as its body.
    case curl(body: String?)

    init(_ call: Call) throws(UsageError) {
        let body = call.value(of: .body)
        switch (call.has(.curl), call.has(.headersOnly)) {
        case (true, true): throw UsageError("--curl and --headers are two forms; choose one")
        case (true, false): self = .curl(body: body)
        case (false, true): self = .headers
        case (false, false): self = .request
        }
        guard body == nil || call.has(.curl) else { throw UsageError("--body is for --curl") }
    }
}

extension Session {
    mutating func sign(
        _ location: ObjectLocation, _ template: RequestTemplate, as form: SignedForm
    ) throws(Failure) {
        let reply = try ask(.sign(template.request(at: location), template.terms))
        let answer = try SignedAnswer(reading: reply.body, count: 1)
        if printsJSON {
            try printJSON(reply)
        } else {
            try terminal.printForProgram(SignedPage.text(of: answer, for: template, as: form).utf8Span.span)
        }
        explain(answer)
    }

    func explain(_ answer: SignedAnswer) {
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
    }
}
