internal import Bytes
internal import CommandLine
internal import JSON
internal import Sections
internal import Settings
internal import Systemd

/// What `ossauthd --check` found.
struct CheckReport {
    /// The exit status for names that do not exist on the host: a start ignores such lines.
    private static let onlyStart: Int32 = 1

    let status: Int32
    /// The last line for people; `nil`: there is an error.
    let summary: String?
    private let mistakes: [Mistake]
    /// Whether a reload, which does not look at the host, refuses it too.
    let isRefusedByReload: Bool
    /// Why nothing could be judged.
    private let obstacle: ConfigurationError?

    init(of path: String?) {
        do throws(ConfigurationError) {
            let (settings, findings) = try Configuration.review(path)
            let isGood = findings.allSatisfy(\.isWarning)
            status = isGood ? 0 : ProgramStatus.configuration
            let doubts = findings.isEmpty ? "" : ", \(CheckReport.number(findings.count, "warning"))"
            let profiles = CheckReport.number(settings.profiles.count, "profile")
            summary = isGood ? "the configuration is good: \(profiles)\(doubts)\n" : nil
            (mistakes, isRefusedByReload, obstacle) = (findings, false, nil)
        } catch {
            let starts = (try? Configuration.load(path, isStart: true)) != nil
            (status, summary) = (starts ? CheckReport.onlyStart : ProgramStatus.configuration, nil)
            if case .mistakes(let found) = error { mistakes = found } else { mistakes = [] }
            (isRefusedByReload, obstacle) = (true, mistakes.isEmpty ? error : nil)
        }
    }

    private static func number(_ count: Int, _ thing: String) -> String {
        "\(count) \(thing)\(count == 1 ? "" : "s")"
    }

    func writeFindings() {
        for mistake in mistakes { ErrorLines.write("\(mistake)", mistake.isWarning ? .warning : .error) }
        if let obstacle { ErrorLines.write("\(obstacle)") }
        if status == CheckReport.onlyStart {
            ErrorLines.write("at start such a line matches no user; a reload rejects the whole file")
        }
    }

    /// The same for a program, such as `ossauthctl doctor`.
    var json: String {
        var json = ByteBuffer(capacity: 1_024)
        json.beginObject()
        json.member(array: "findings") { json in
            for mistake in mistakes {
                let place = "\(mistake.file):\(mistake.line):\(mistake.column)"
                json.append(mistake.isWarning ? "warning" : "error", place, mistake.message)
            }
            // Another user's rights say nothing of the daemon, which may read it.
            if let obstacle {
                json.append(Configuration.isJudgedByDaemon ? "error" : "note", nil, obstacle.description)
            }
        }
        json.endObject()
        return String(copying: json.span) + "\n"
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ severity: String, _ place: String?, _ text: String) {
        beginObject()
        member("severity", severity)
        member("place", orNull: place)
        member("text", text)
        member(
            "remedy",
            orNull: severity == "note" ? nil : "correct it, then 'systemctl reload-or-restart ossauthd'")
        endObject()
    }
}
