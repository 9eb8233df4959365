import Access
import Bytes
import JSON
import Sections
import Settings
import Signing
import Suggesting
import TestSupport
import Time

/// A caller with its own habit, one of several in a bucket.
struct Service {
    let user: UInt32
    let name: String
    let unit: String?
    /// A method and a key.
    let use: @Sendable (inout SeededRandom) -> (method: String, key: String)

    var peer: Peer {
        var peer = Peer(uid: user, gid: user, userName: name)
        peer.facts.unit = unit
        return peer
    }
}

/// A question to the rules, in plain texts.
struct Wish: Sendable {
    var operation = Access.Operation.sign
    var method = "GET"
    var bucket = "work"
    var key: String
    var isPrefix = false
    var parameters: [String] = []
    var expires = Duration.zero

    func isGranted(by rules: PeerRules) -> Bool {
        var (text, ranges): ([UInt8], [Range<Int>]) = ([], [])
        for name in parameters {
            ranges.append(text.count..<text.count + name.utf8.count)
            text += name.utf8
        }
        let target = Target(
            method: Signing.Method(method.utf8Span.span), bucket: bucket.utf8Span.span,
            key: key.utf8Span.span,
            keyIsPrefix: isPrefix)
        var question = Question(
            operation, profile: "media".utf8Span.span, target: target,
            parameters: ParameterNames(text: text.span, ranges: ranges.span))
        question.expires = expires
        return rules.decide(question) != .refused
    }
}

/// An entry of the journal, in the way of `journalctl --output=json`.
struct Entry {
    private static let noon: Int64 = 1_764_374_400

    var fields: [(name: String, values: [[UInt8]])] = []

    init(day: Int64 = 0, hour: Int64 = 0, unit: String = "ossauthd.service", user: UInt32 = 990) {
        add("__REALTIME_TIMESTAMP", String((Entry.noon + 86_400 * day + 3_600 * hour) * 1_000_000))
        add("_SYSTEMD_UNIT", unit)
        add("_UID", String(user))
    }

    /// A granted request of a service.
    init(
        _ service: Service, _ wish: Wish, keys: [String]? = nil, kind: String? = nil, day: Int64 = 0,
        hour: Int64 = 0
    ) {
        self.init(day: day, hour: hour)
        add("OSSAUTHD_UID", String(service.user))
        if let unit = service.unit { add("OSSAUTHD_UNIT", unit) }
        let kinds = ["GET": "read", "HEAD": "read", "PUT": "write", "POST": "write", "DELETE": "removal"]
        for (name, value) in [
            ("OPERATION", "\(wish.operation.name)"), ("PROFILE", "media"), ("METHOD", wish.method),
            ("BUCKET", wish.bucket), ("CLASS", kind ?? kinds[wish.method] ?? ""), ("VERDICT", "granted"),
            ("RULE", "wide"),
        ] { add("OSSAUTHD_\(name)", value) }
        for name in wish.parameters { add("OSSAUTHD_PARAMETER", name) }
        if wish.isPrefix { add("OSSAUTHD_KEY_PREFIX", wish.key) }
        if wish.expires > .zero { add("OSSAUTHD_EXPIRES", String(wish.expires.components.seconds)) }
        fields.append(("OSSAUTHD_KEY", (keys ?? [wish.key]).map { Array($0.utf8) }))
    }

    mutating func add(_ name: String, _ value: String) {
        if let index = fields.firstIndex(where: { $0.name == name }) {
            fields[index].values.append(Array(value.utf8))
        } else {
            fields.append((name, [Array(value.utf8)]))
        }
    }

    func with(_ name: String, _ value: String) -> Entry {
        var entry = self
        entry.fields.removeAll { $0.name == name }
        entry.add(name, value)
        return entry
    }

    var line: ByteBuffer {
        var line = ByteBuffer()
        line.beginObject()
        for (name, values) in fields {
            line.name(name.utf8Span.span)
            if values.count != 1 { line.beginArray() }
            for value in values { append(value, to: &line) }
            if values.count != 1 { line.endArray() }
        }
        line.endObject()
        return line
    }

    /// journalctl writes a text with control characters as the numbers of its bytes.
    private func append(_ value: [UInt8], to line: inout ByteBuffer) {
        guard value.contains(where: { $0 < 0x20 }) else { return line.value(value.span) }
        line.beginArray()
        for byte in value { line.value(Int(byte)) }
        line.endArray()
    }

    var record: JournalRecord? {
        let line = line
        return JournalRecord(line.span, ofUnit: "ossauthd.service", user: 990)
    }
}

/// The suggestion for these entries, as text.
func suggestion(_ entries: [Entry], of services: [Service], rules: [String] = ["wide"]) -> String {
    let start = Timestamp(secondsSince1970: 1_764_374_400)
    var suggestion = Suggestion(from: start) { user in services.first { $0.user == user }?.name }
    for entry in entries { if let record = entry.record { suggestion.add(record) } }
    return suggestion.text(until: start + 6 * 86_400, rules: rules)
}

/// The rules of a text, as the daemon reads it.
func policy(_ text: String, of services: [Service]) throws(InvalidSettings) -> Policy {
    var environment = Environment()
    environment.uidOfUser = { name in services.first { $0.name == name }?.user }
    let profile = "[Profile media]\nSource=manual\n"
    let files = [SourceFile(path: "suggested.conf", bytes: Array((profile + text).utf8))]
    let settings = try Settings(reading: files, environment: environment)
    return settings.policy
}
