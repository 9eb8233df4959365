package import CommandLine
package import OSSAuthClient
internal import Reaching

/// `sign`: signs a request in its headers.
package struct SignCommand: ProgramCommand {
    package static let command = Command(
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

    private let location: ObjectLocation
    private let template: RequestTemplate
    private let form: SignedForm

    package init(_ call: Call) throws(UsageError) {
        try call.checkOneForm(of: .curl, .headersOnly, .json)
        location = try ObjectLocation(call.arguments[1])
        template = try RequestTemplate(call, method: call.arguments[0]).resolved(for: location)
        form = try SignedForm(call)
    }

    package var request: DaemonRequest { .sign(template.request(at: location), template.terms) }

    package func text(of answer: SignedAnswer) -> String { form.text(of: answer, for: template) }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let reply = try session.ask(request)
        let answer = try Failure.reading(SignedAnswer(reply.body, count: 1))
        try session.show(reply, elseForPrograms: text(of: answer))
        session.terminal.explain(SignedPage.explanation(of: answer, session.terminal.errorInk))
        return .done
    }
}

extension Option {
    static let headersOnly = Option("headers", .flag, "Print only the headers, one per line.")
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
        let body = try call.curlBody()
        self = call.has(.curl) ? .curl(body: body) : call.has(.headersOnly) ? .headers : .request
    }

    package func text(of answer: SignedAnswer, for template: RequestTemplate) -> String {
        switch self {
        case .request:
            SignedPage.lines(
                ["\(answer.method) \(answer.urls[0])"] + template.sentHeaders + answer.headers.map(\.line))
        case .headers: SignedPage.lines(template.sentHeaders + answer.headers.map(\.line))
        case .curl(let body): CurlLine.sending(answer, template.sentHeaders, body: body)
        }
    }
}
