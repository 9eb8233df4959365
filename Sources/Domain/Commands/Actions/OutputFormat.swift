package import CommandLine

/// How an answer is printed.
package enum OutputFormat: String, CaseIterable, Sendable {
    case text
    case json
    case csv
}

extension Call {
    /// `--json` is short for `--output json`.
    package var format: OutputFormat {
        has(.json) ? .json : value(of: .output).flatMap(OutputFormat.init) ?? .text
    }

    /// Refuses what would be printed as text to a program that expects an object or a table.
    func checkFormat() throws(UsageError) {
        if has(.json), let other = value(of: .output), other != "json" {
            throw UsageError("--json and --output \(other) are two forms; choose one")
        }
        if format != .text, Command.plain.contains(command) {
            throw UsageError("'\(command.name)' prints only text; leave out --output and --json")
        }
        if format == .csv, !Command.tables.contains(command) {
            throw UsageError("'\(command.name)' prints no table; use --output text or --output json")
        }
        if format == .csv, has(.raw) {
            throw UsageError("--raw and --output csv are two forms; choose one")
        }
        if format == .json, let other = otherForm {
            throw UsageError(
                "\(other) and \(has(.json) ? "--json" : "--output json") are two forms; choose one")
        }
    }
}

extension Call {
    /// The option that asks for another form than JSON.
    private var otherForm: String? {
        if let form = value(of: .documentFormat), form != "json" { return "--format \(form)" }
        return [Option.curl, .headersOnly, .html].first(where: has).map { "--\($0.name)" }
    }
}

extension Command {
    /// Those that can print their answer as CSV.
    fileprivate static let tables: [Command] = [.status, .profiles, .presign, .doctor]
    /// Those that have nothing to say to a program.
    fileprivate static let plain: [Command] = [.completion, .execute, .metrics, .top]
}
