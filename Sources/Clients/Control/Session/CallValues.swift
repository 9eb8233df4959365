internal import Bytes
package import CommandLine
internal import OSSAuthClient
internal import Text
internal import Time

extension Call {
    /// A span of whole seconds, as the daemon requires.
    func seconds(of option: Option) throws(UsageError) -> Duration? {
        guard let text = value(of: option) else { return nil }
        guard case .duration(let span) = TimeSpan(text), span == .seconds(span.wholeSeconds) else {
            throw UsageError("--\(option.name) cannot be '\(text)'; write 900, 15min or 1h 30min")
        }
        return span
    }

    /// The life of a URL or a form.
    func life(of option: Option) throws(UsageError) -> Duration? {
        let life = try seconds(of: option)
        guard life != .zero else { throw UsageError("--\(option.name) must be one second at least") }
        return life
    }

    /// A point in time in the form of the daemon.
    func time(of option: Option) throws(UsageError) -> UnixTime? {
        guard let text = value(of: option) else { return nil }
        guard let time = UnixTime(text) else {
            throw UsageError("--\(option.name) cannot be '\(text)'; write it as 2026-11-21T12:00:00Z")
        }
        return time
    }

    /// A text without control characters, which stays on one line.
    func line(of option: Option) throws(UsageError) -> String? {
        guard let text = value(of: option) else { return nil }
        guard !text.utf8.contains(where: \.isControl) else {
            throw UsageError(
                "--\(option.name) cannot be '\(text)': it has a line end or another control character")
        }
        return text
    }

    /// The longest time for an answer, if given.
    package func timeout() throws(UsageError) -> Duration? {
        guard let text = value(of: .timeout) else { return nil }
        guard let span = span(text), span >= .milliseconds(100), span <= .seconds(3_600) else {
            throw UsageError("--timeout cannot be '\(text)'; write 500ms, 10s or 2min")
        }
        return span
    }

    /// The base64 of an MD5 hash; OSS would refuse any other value.
    func contentMD5() throws(UsageError) -> String? {
        guard let text = value(of: .contentMD5) else { return nil }
        var hash = ByteBuffer(capacity: 16)
        guard hash.append(base64Decoding: text.utf8Span.span)?.count == 16 else {
            throw UsageError(
                "--content-md5 cannot be '\(text)'; it is the base64 of 16 bytes, as "
                    + "'openssl md5 -binary FILE | base64' prints it")
        }
        return text
    }

    /// A finite span.
    func span(_ text: String) -> Duration? {
        guard case .duration(let span) = TimeSpan(text) else { return nil }
        return span
    }
}

extension Option {
    static let json = Option("json", .flag, "Print the answer as JSON, for a program.")
    static let timeout = Option(
        "timeout", .span("TIME"), "How long to wait for an answer of the daemon.", standard: "30s")
    package static let debug = Option(
        "debug", .flag,
        "Print to standard error which socket is used, and how long each answer takes; events and top print only the socket."
    )
}

extension Call {
    /// Refuses JSON of a command that has none, so that no program gets text instead.
    func checkFormat(hasJSON: Bool) throws(UsageError) {
        guard hasJSON || !has(.json) else {
            throw UsageError("'\(command.name)' prints only text; leave out --json")
        }
    }

    /// Refuses two options that each select a form of the output.
    func checkOneForm(of options: Option...) throws(UsageError) {
        let given = options.filter(has)
        guard given.count < 2 else {
            throw UsageError("--\(given[0].name) and --\(given[1].name) are two forms; choose one")
        }
    }

    /// The file that a printed curl command sends.
    func curlBody() throws(UsageError) -> String? {
        guard !has(.body) || has(.curl) else { throw UsageError("--body is for --curl") }
        return value(of: .body)
    }
}

/// The valid name of a profile.
struct ProfileName: Equatable, Sendable {
    let text: String

    init(_ word: String) throws(UsageError) {
        guard Name.isValid(word) else {
            throw UsageError("'\(word)' is not the name of a profile: \(Name.complaint)")
        }
        text = word
    }
}
