internal import CommandLine
internal import OSSAuthClient
internal import Text

extension Option {
    static let curl = Option("curl", .flag, "Print a command for curl that sends it.")
    static let body = Option("body", .path("FILE"), "The file that --curl sends.", standard: "nothing")
}

/// A curl command line for a shell.
struct CurlLine {
    /// --fail allows a user to add -f, which --fail-with-body does not.
    ///
    /// --globoff: brackets in a file name would otherwise be a pattern, and curl would send other files.
    private var words = ["curl", "--fail", "--globoff"]

    mutating func option(_ name: String, _ value: String) {
        words.append("--\(name) \(value.shellQuoted)")
    }

    func line(to url: String) -> String {
        (words + [url.shellQuoted]).joined(separator: " \\\n  ") + "\n"
    }

    /// A command that sends the request, with the user's own headers before those of the answer.
    static func sending(_ answer: SignedAnswer, _ sent: [String], body: String?) -> String {
        var command = CurlLine()
        if answer.urls[0].pathOfURL.hasDotSegments { command.words.append("--path-as-is") }
        switch answer.method {
        case "GET" where body == nil: break
        case "HEAD": command.words.append("--head")
        // Any other empty body would make curl send a Content-Type that was not signed.
        case "PUT": command.option("upload-file", body ?? "/dev/null")
        default:
            command.option("request", answer.method)
            if let body { command.option("data-binary", "@\(body)") }
        }
        let headers = sent + answer.headers.map(\.line)
        for header in headers { command.option("header", header) }
        let saysType = headers.contains { $0.lowercased().hasPrefix("content-type:") }
        if body != nil, answer.method != "PUT", !saysType { command.option("header", "content-type:") }
        return command.line(to: answer.urls[0])
    }

    static func posting(_ fields: [OSSRequest.Header], _ file: String, to url: String) -> String {
        var command = CurlLine()
        for field in fields { command.option("form-string", "\(field.name)=\(field.value)") }
        command.option("form", "file=@\(file.quotedForForms)")
        return command.line(to: url)
    }
}

extension String {
    /// The name quoted for --form, which would read lists and attributes in it.
    fileprivate var quotedForForms: String {
        let escaped = map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }

    /// The path of a URL.
    fileprivate var pathOfURL: Substring {
        let path =
            split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first ?? ""
        return path.prefix { $0 != "?" }
    }

    /// The text as one shell word.
    package var shellQuoted: String {
        let isPlain = utf8.allSatisfy { $0.isAlphanumeric || "-_./:@=+".utf8.contains($0) }
        guard !isPlain || isEmpty else { return self }
        return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
