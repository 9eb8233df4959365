internal import CommandLine

/// Where a signature that is to be looked into stands.
package struct VerifyWish: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case request(SentRequest)
        /// The head of a request is in this file.
        case file(String)
    }

    package let source: Source
    /// The answer of OSS.
    package let errorFile: String?
    let bucket: String?
    /// Tokens and signatures are shown whole.
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
                    headers: try Header.all(call.values(of: .sentHeader))))
        case (nil, let file?): source = .file(file)
        case (.some, .some):
            throw UsageError("'verify' takes a URL or --request FILE, not both")
        case (nil, nil):
            throw UsageError(
                "'verify' needs a URL, or --request FILE; 'ossauthctl verify --help' has examples")
        }
    }
}

extension VerifyWish {
    /// The file that has the head of the request, if one has.
    package var requestFile: String? {
        guard case .file(let path) = source else { return nil }
        return path
    }
}
