internal import CommandLine

/// How a signed request is printed, where it is text.
package enum SignedForm: Equatable, Sendable {
    /// The method and the URL, then the headers.
    case request
    /// The headers alone, as `curl --header @-` reads them.
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

/// How a form is printed, where it is text.
package enum FormStyle: Equatable, Sendable {
    case fields
    case html
    case curl(file: String?)

    init(_ call: Call) throws(UsageError) {
        guard !(call.has(.curl) && call.has(.html)) else {
            throw UsageError("--curl and --html are two forms; choose one")
        }
        let file = call.value(of: .body)
        guard file == nil || call.has(.curl) else { throw UsageError("--body is for --curl") }
        self = call.has(.curl) ? .curl(file: file) : call.has(.html) ? .html : .fields
    }
}
