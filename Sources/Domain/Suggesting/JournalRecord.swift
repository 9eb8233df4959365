internal import JSON
internal import Time

/// An entry of the journal that the daemon wrote, as `journalctl --output=json` prints it.
package struct JournalRecord {
    /// The fields that are read.
    package static let fields =
        ["_SYSTEMD_UNIT", "_UID"]
        + [
            "CLASS", "VERDICT", "OPERATION", "UID", "UNIT", "EXE", "PROFILE", "METHOD", "BUCKET", "KEY",
            "KEY_PREFIX", "PARAMETER", "SOURCE", "COUNT", "EXPIRES", "RULE",
        ].map { "OSSAUTHD_\($0)" }

    private let fields: [String: [String]]
    let time: Timestamp

    /// `nil`: another process wrote it: any can write fields named like ours, but none that begin with `_`.
    package init?(_ line: Span<UInt8>, ofUnit unit: String, user: UInt32) {
        guard let fields = try? JournalRecord.fields(of: line), fields["_SYSTEMD_UNIT"] == [unit],
            fields["_UID"] == [String(user)],
            let time = fields["__REALTIME_TIMESTAMP"]?.first.flatMap({ Int64($0) })
        else { return nil }
        self.fields = fields
        self.time = Timestamp(secondsSince1970: time / 1_000_000)
    }

    private static func fields(of line: Span<UInt8>) throws(JSONError) -> [String: [String]] {
        var json = JSONReader(line)
        var fields: [String: [String]] = [:]
        try json.object { name, json throws(JSONError) in fields[name] = try json.journalValues() }
        return fields
    }

    func values(_ name: String) -> [String] { fields["OSSAUTHD_\(name)"] ?? [] }

    subscript(_ name: String) -> String? { values(name).first }

    var user: UInt32? { self["UID"].flatMap { UInt32($0) } }
}

extension JSONReader {
    /// The values of a field: a text, the numbers of its bytes if some are control characters, or several of these.
    @_lifetime(self: copy self)
    fileprivate mutating func journalValues(isOneOfSeveral: Bool = false) throws(JSONError) -> [String] {
        guard try peek() == .array else { return [try textOrNull()].compactMap(\.self) }
        var (bytes, texts): ([UInt8], [String]) = ([], [])
        try beginArray()
        while try nextElement() {
            switch try peek() {
            case .number: bytes.append(UInt8(truncatingIfNeeded: try integer()))
            case .array where !isOneOfSeveral: texts += try journalValues(isOneOfSeveral: true)
            default: texts.append(try text())
            }
        }
        return texts.isEmpty ? [String(decoding: bytes, as: UTF8.self)] : texts
    }
}
