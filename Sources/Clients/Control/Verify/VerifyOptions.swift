internal import CommandLine

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

/// The signature to examine, and the answer of OSS.
package struct VerifyOptions: Equatable, Sendable {
    static let options: [Option] = [
        .requestFile, .errorFile, .sentMethod, .sentHeader, .bucket, .revealSigned,
    ]

    package enum Source: Equatable, Sendable {
        case request(SentRequest)
        /// The file with the head of the request.
        case file(String)
    }

    package let source: Source
    /// The file with the answer of OSS.
    package let errorFile: String?
    let bucket: String?
    /// Whether tokens are printed whole.
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

extension VerifyOptions {
    func request(head: String) throws(UsageError) -> SentRequest {
        switch source {
        case .request(let request): request
        case .file: try SentRequest(head: head)
        }
    }
}
