package import Bytes
internal import HTTP
internal import JSON
internal import Text

/// A request to the daemon, not yet bound to a connection.
package indirect enum DaemonRequest: Equatable, Sendable {
    case status, health, metrics, watch, whoami, reload
    case sign(OSSRequest, SigningTerms)
    /// With keys, the URLs differ in the key only; without, the request has its own.
    case presign(OSSRequest, keys: [String] = [], life: Duration?, SigningTerms)
    /// Of the request only bucket, endpoint, region and addressing count.
    case postPolicy(OSSRequest, FormPolicy, SigningTerms)
    case signString(String, StringForm, profile: String?)
    case credentials(profile: String?, minValid: Duration?)
    /// A token for a user of the caller; only `explain` asks about it.
    case issue(profile: String?)
    /// The address at which a program without a client of its own finds its credential.
    case compat(profile: String?)
    case explain(ExplainedCaller, DaemonRequest)
    case setCredentials(profile: String)
    case forgetCredentials(profile: String)
    case refresh(profile: String)

    /// Whether a credential that signs may not be enough, because it must last or be a new one.
    package var wantsLife: Bool {
        switch self {
        case .sign(_, let terms), .presign(_, _, _, let terms), .postPolicy(_, _, let terms):
            terms.minValid != nil
        default: true
        }
    }

    /// The first line of the request, for people.
    package var line: String { "\(method.name?.description ?? "") \(target)" }

    /// Writes the request; `body` is the body of a request that does not write its own.
    package func write(into output: inout ByteBuffer, body: Span<UInt8> = Span()) {
        let target = target
        do throws(HTTPError) {
            switch self {
            case .status, .health, .metrics, .watch, .whoami, .credentials, .compat, .forgetCredentials:
                try RequestWriter.write(
                    method, target: target.utf8Span.span, host: "localhost", into: &output)
            case .sign, .presign, .postPolicy, .signString, .issue, .explain, .setCredentials, .refresh,
                .reload:
                let mark = try RequestWriter.begin(
                    method, target: target.utf8Span.span, host: "localhost", into: &output)
                writeBody(into: &output, given: body)
                RequestWriter.finish(mark, into: &output)
            }
        } catch {
            preconditionFailure("a percent-encoded target is valid")
        }
    }

    private var method: Method {
        switch self {
        case .status, .health, .metrics, .watch, .whoami, .credentials, .compat: .get
        case .setCredentials: .put
        case .forgetCredentials: .delete
        case .sign, .presign, .postPolicy, .signString, .issue, .explain, .refresh, .reload: .post
        }
    }

    private var target: String {
        switch self {
        case .status: "/v1/status"
        case .health: "/v1/health"
        case .metrics: "/metrics"
        case .watch: "/v1/watch"
        case .whoami: "/v1/whoami"
        case .reload: "/v1/reload"
        case .sign, .presign, .postPolicy, .signString, .issue: "/v1/\(operation)"
        case .credentials(let profile, let minValid):
            "/v1/credentials"
                + .query([("profile", profile), ("minValid", minValid.map { String($0.secondsRoundedUp) })])
        case .compat(let profile): "/v1/compat" + .query([("profile", profile)])
        case .explain: "/v1/explain"
        case .setCredentials(let name), .forgetCredentials(let name):
            "/v1/profiles/\(name.percentEncoded)/credentials"
        case .refresh(let name): "/v1/profiles/\(name.percentEncoded)/refresh"
        }
    }

    /// The name of the operation in rules and routes; empty where there is none.
    private var operation: String {
        switch self {
        case .sign: "sign"
        case .presign: "presign"
        case .postPolicy: "post-policy"
        case .signString: "sign-string"
        case .credentials: "credentials"
        case .issue: "issue"
        case .status: "status"
        case .watch: "watch"
        default: ""
        }
    }

    private func writeBody(into output: inout ByteBuffer, given body: Span<UInt8>) {
        switch self {
        case .setCredentials: output.append(body)
        case .refresh, .reload: break
        case .explain(let caller, let request):
            output.beginObject()
            output.append(caller)
            output.member("operation", request.operation)
            output.member(object: "request") { request.writeMembers(into: &$0) }
            output.endObject()
        default:
            output.beginObject()
            writeMembers(into: &output)
            output.endObject()
        }
    }

    private func writeMembers(into output: inout ByteBuffer) {
        switch self {
        case .sign(let request, let terms): output.append(request, terms)
        case .presign(let request, let keys, let life, let terms):
            output.append(request, keys: keys, life: life, terms)
        case .postPolicy(let request, let policy, let terms): output.append(policy, for: request, terms)
        case .signString(let string, let form, let profile):
            output.member("profile", ifAny: profile)
            output.append(string, form)
        case .credentials(let profile, _), .issue(let profile): output.member("profile", ifAny: profile)
        default: break
        }
    }
}

/// The policy of a form for uploads.
package enum FormPolicy: Equatable, Sendable {
    /// A JSON array of conditions.
    case conditions(String, life: Duration?)
    case whole(String)
}

/// A kind of string that can be signed, and the values that belong to it.
package enum StringForm: Equatable, Sendable {
    /// Region and time are for a caller that sends them although V1 has none.
    case v1(region: String? = nil, time: UnixTime? = nil)
    case canonicalRequest(String?, UnixTime?)
    case opaque(SigningScope)
}

/// The caller whose rights `/v1/explain` reports.
package struct ExplainedCaller: Equatable, Sendable {
    package enum User: Equatable, Sendable {
        /// The user of this process.
        case caller
        case name(String)
        case number(Int)
    }

    package var user: User
    package let unit: String?
    package let slice: String?
    package let executable: String?
    package let label: String?

    package init(
        _ user: User, unit: String? = nil, slice: String? = nil, executable: String? = nil,
        label: String? = nil
    ) {
        self.user = user
        self.unit = unit
        self.slice = slice
        self.executable = executable
        self.label = label
    }
}

extension ByteBuffer {
    fileprivate mutating func append(
        _ request: OSSRequest, keys: [String] = [], life: Duration? = nil, _ terms: SigningTerms
    ) {
        append(beginningOf: terms)
        member("method", request.method.rawValue)
        member("bucket", ifAny: request.bucket)
        if keys.isEmpty { member("key", ifAny: request.key) } else { member("keys", keys) }
        member("expires", ifAny: life.map(\.wholeSeconds))
        append(placeOf: request)
        append(request.parameters)
        if !request.headers.isEmpty {
            member(object: "headers") { headers in
                for header in request.headers {
                    headers.name(header.name.utf8Span.span)
                    headers.value(header.value)
                }
            }
        }
        member("additionalHeaders", ifAny: request.additionalHeaders)
        member("contentType", ifAny: terms.contentType)
        member("contentMD5", ifAny: terms.contentMD5)
        append(endOf: terms)
    }

    fileprivate mutating func append(
        _ policy: FormPolicy, for request: OSSRequest, _ terms: SigningTerms
    ) {
        append(beginningOf: terms)
        member("bucket", ifAny: request.bucket)
        if case .conditions(_, let life?) = policy { member("expires", life.wholeSeconds) }
        append(placeOf: request)
        switch policy {
        case .conditions(let conditions, _):
            name("conditions")
            append(conditions)
        case .whole(let text): member("policy", text)
        }
        append(endOf: terms)
    }

    fileprivate mutating func append(_ string: String, _ form: StringForm) {
        switch form {
        case .v1(let region, let time):
            member("version", "v1")
            member("stringToSign", string)
            member("region", ifAny: region)
            member("time", ifAny: time?.description)
        case .canonicalRequest(let region, let time):
            member("version", "v4")
            member("canonicalRequest", string)
            member("region", ifAny: region)
            member("time", ifAny: time?.description)
        case .opaque(let scope):
            member("version", "v4")
            member("stringToSign", string)
            member("date", scope.date)
            member("region", scope.region)
            member("product", scope.product)
        }
    }

    fileprivate mutating func append(_ caller: ExplainedCaller) {
        switch caller.user {
        case .caller: break
        case .name(let name): member("user", name)
        case .number(let number): member("uid", number)
        }
        member("unit", ifAny: caller.unit)
        member("slice", ifAny: caller.slice)
        member("exe", ifAny: caller.executable)
        member("label", ifAny: caller.label)
    }

    private mutating func append(beginningOf terms: SigningTerms) {
        member("profile", ifAny: terms.profile)
        member("version", ifAny: terms.version?.rawValue)
    }

    private mutating func append(endOf terms: SigningTerms) {
        member("time", ifAny: terms.time?.description)
        member("minValid", ifAny: terms.minValid?.secondsRoundedUp)
        if terms.explains { member("explain", true) }
    }

    private mutating func append(placeOf request: OSSRequest) {
        member("endpoint", ifAny: request.endpoint)
        member("region", ifAny: request.region)
        member("addressing", ifAny: request.addressing?.rawValue)
        member("cloudBoxID", ifAny: request.cloudBoxID)
    }

    /// The API takes the values of a repeated name as an array.
    private mutating func append(_ parameters: [OSSRequest.Parameter]) {
        guard !parameters.isEmpty else { return }
        name("parameters")
        beginObject()
        for (index, parameter) in parameters.enumerated() {
            guard !parameters[..<index].contains(where: { $0.name == parameter.name }) else { continue }
            let values = parameters[index...].filter { $0.name == parameter.name }.map(\.value)
            name(parameter.name.utf8Span.span)
            if values.count > 1 { beginArray() }
            for text in values { value(orNull: text) }
            if values.count > 1 { endArray() }
        }
        endObject()
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int { Int(clamping: components.seconds) }

    /// Whole seconds; a part of one counts as one.
    fileprivate var secondsRoundedUp: Int {
        let (next, isOver) = components.seconds.addingReportingOverflow(components.attoseconds > 0 ? 1 : 0)
        return Int(clamping: isOver ? .max : next)
    }
}

extension String {
    /// A query of the items that have a value.
    fileprivate static func query(_ items: [(name: String, value: String?)]) -> String {
        let parts = items.compactMap { item in item.value.map { "\(item.name)=\($0.percentEncoded)" } }
        return parts.isEmpty ? "" : "?\(parts.joined(separator: "&"))"
    }

    /// No profile has a longer name, and no target has room for any length.
    fileprivate var percentEncoded: String {
        var encoded = ByteBuffer(capacity: utf8.count)
        let text = utf8Span.span
        encoded.append(percentEncoded: text.extracting(first: min(text.count, 1_024)))
        return String(copying: encoded.span)
    }
}
