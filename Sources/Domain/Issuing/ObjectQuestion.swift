internal import API
internal import Access
package import Bytes
internal import JSON
internal import Signing
package import Time

/// A user's question for a presigned URL, or for a form with which a browser uploads.
package struct ObjectQuestion: DaemonQuestion, Equatable, Sendable {
    package enum Service: Sendable {
        case url, form
    }

    private static let longestKey = 1_023
    private static let longestLife = 604_800
    private static let largestObject = 5 << 30

    private let service: Service
    private var method = Method.get
    private var bucket = ""
    private var key = ""
    /// Whether a form is for every key that begins with `key`.
    private var keyIsPrefix = false
    /// `nil`: 15 minutes, or less where the rule of the daemon says so.
    private var expires: Int?
    /// The limit of the upload with a form.
    private var maximumSize = 100 << 20

    /// Reads `{"method", "bucket", "key", "expires"}`, or `{"bucket", "key" or "keyPrefix", "maxBytes", "expires"}`.
    package init(_ body: Span<UInt8>, for service: Service) throws(QuestionError) {
        self.service = service
        if service == .form { method = .post }
        var names: [String] = []
        var problem: QuestionError?
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.object { name, json throws(JSONError) in
                let isTwice = names.contains(name)
                let isPossible = try read(name, &json)
                if isPossible, !isTwice { names.append(name) } else { problem = problem ?? .member(name) }
            }
            try json.end()
        } catch {
            throw .notJSON
        }
        if let problem { throw problem }
        guard !bucket.isEmpty else { throw .member("bucket") }
        guard (1...ObjectQuestion.longestKey).contains(key.utf8.count) else { throw .member("key") }
        guard !names.contains("key") || !names.contains("keyPrefix") else { throw .member("keyPrefix") }
    }

    /// Returns whether the member is one of this service, with a value that is possible.
    private mutating func read(_ name: String, _ json: inout JSONReader) throws(JSONError) -> Bool {
        switch (name, service) {
        case ("bucket", _): bucket = try json.text()
        case ("key", _): key = try json.text()
        case ("keyPrefix", .form):
            key = try json.text()
            keyIsPrefix = true
        case ("method", .url):
            let text = try json.text()
            guard let found = Method.allCases.first(where: { "\($0.name)" == text }) else { return false }
            method = found
        case ("expires", _):
            let seconds = try json.integer()
            expires = seconds
            return (1...ObjectQuestion.longestLife).contains(seconds)
        case ("maxBytes", .form):
            maximumSize = try json.integer()
            return (1...ObjectQuestion.largestObject).contains(maximumSize)
        default:
            _ = try json.skipValue()
            return false
        }
        return true
    }

    /// Judges what the daemon will be asked to sign, as the daemon does: OSS reads more than a key in the key of a form.
    package func isGranted(
        to user: UserName, by terms: UserTerms, at now: Timestamp
    ) throws(QuestionError) -> Bool {
        guard let rule = terms.rule(of: user) else { return false }
        var body = ByteBuffer(capacity: 2_048)
        append(for: terms.profile, to: &body)
        let defaults = ProfileDefaults(
            name: terms.profile, place: ObjectQuestion.place, addressing: nil, version: .v4)
        var context = SigningContext()
        do throws(Problem) {
            try context.read(body.span, for: service == .url ? .presign : .postPolicy)
            try context.admit(to: defaults, by: PeerRules([rule]), at: now)
            return true
        } catch {
            if case .notAllowed = error { return false }
            let isOfBucket = error.pointer.map { $0 == "/bucket" } ?? false
            throw .member(isOfBucket ? "bucket" : service == .form && keyIsPrefix ? "keyPrefix" : "key")
        }
    }

    /// No rule depends on the place, which only the daemon knows.
    private static let place = ProfileDefaults.Place(endpoint: "oss-cn-hangzhou.aliyuncs.com")

    package var isBare: Bool { false }

    package var path: StaticString { service == .url ? "/v1/presign" : "/v1/post-policy" }

    package func append(for profile: String, to body: inout ByteBuffer) {
        body.beginObject()
        body.member("profile", profile)
        body.member("bucket", bucket)
        if let expires { body.member("expires", expires) }
        switch service {
        case .url:
            body.member("method", "\(method.name)")
            body.member("key", key)
        case .form: body.member(array: "conditions") { appendConditions(to: &$0) }
        }
        body.endObject()
    }

    private func appendConditions(to body: inout ByteBuffer) {
        body.beginArray()
        body.value(keyIsPrefix ? "starts-with" : "eq" as StaticString)
        body.value("$key" as StaticString)
        body.value(key)
        body.endArray()
        body.beginArray()
        body.value("content-length-range" as StaticString)
        body.value(0)
        body.value(maximumSize)
        body.endArray()
    }
}
