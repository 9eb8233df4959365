internal import Bytes
package import CommandLine
internal import Text
internal import Time

extension Call {
    /// A span of time in whole seconds, the only ones that the daemon knows.
    func seconds(of option: Option) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard case .duration(let span) = TimeSpan(text), span == .seconds(span.wholeSeconds) else {
            throw UsageError("--\(option.name) cannot be '\(text)'; write 900, 15min or 1h 30min")
        }
        return Int(span.wholeSeconds)
    }

    /// A point in time, as the daemon writes it.
    func time(of option: Option) throws(UsageError) -> Timestamp? {
        guard let text = value(of: option) else { return nil }
        guard let time = Timestamp(rfc3339: text.utf8Span.span) else {
            throw UsageError("--\(option.name) cannot be '\(text)'; write it as 2026-11-21T12:00:00Z")
        }
        return time
    }

    /// A text that stays on its line wherever it is written.
    func line(of option: Option) throws(UsageError) -> String? {
        guard let text = value(of: option) else { return nil }
        guard !text.utf8.contains(where: \.isControl) else {
            throw UsageError(
                "--\(option.name) cannot be '\(text)': it has a line end or another control character")
        }
        return text
    }

    /// How long an answer may take, where that was said.
    package func timeout() throws(UsageError) -> Duration? {
        guard let text = value(of: .timeout) else { return nil }
        guard let span = span(text), span >= .milliseconds(100), span <= .seconds(3_600) else {
            throw UsageError("--timeout cannot be '\(text)'; write 500ms, 10s or 2min")
        }
        return span
    }

    /// The base64 of the 16 bytes of an MD5 hash; any other is signed for nothing, since OSS refuses it.
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

    /// A span of time that has an end.
    func span(_ text: String) -> Duration? {
        guard case .duration(let span) = TimeSpan(text) else { return nil }
        return span
    }
}
