internal import CommandLine
package import OSSAuthClient

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
}

extension SignedForm {
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
