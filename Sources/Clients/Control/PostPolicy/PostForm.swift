internal import Bytes
internal import CommandLine
internal import JSON
package import OSSAuthClient

extension Option {
    static let maximumSize = Option(
        "max-size", .text("BYTES"), "The largest size of the file: 1048576, 10M, 1G.",
        standard: "what OSS allows")
    static let formType = Option(
        "content-type", .text("TYPE"), "The Content-Type that the form must state.", standard: "any")
    static let formExpires = Option(
        "expires", .span("TIME"), "How long the form is valid: 900, 15min, 1h.",
        standard: "15min, or less if the rule allows less")
    static let formVersion = Option(
        "signature-version", .choice("VERSION", ["v4", "v1"]), "The signature algorithm.",
        standard: "that of the profile")
    static let successStatus = Option(
        "success-status", .choice("STATUS", ["200", "201", "204"]), "What OSS answers to an upload.",
        standard: "204")

    static let formOptions = [
        formExpires, profile, formVersion, endpoint, region, addressing, cloudBoxID, maximumSize,
        formType,
        successStatus, time, minValid, showStringToSign,
    ]
}

/// A form with which a browser uploads, and the conditions on its content.
package struct PostForm: Equatable, Sendable {
    private let bucket: String
    private let key: String
    /// Whether the name of the file follows the key.
    private let isFolder: Bool
    private let template: RequestTemplate
    private let life: Duration?
    private let maximumSize: Int?
    /// With a `*` at its end, the beginning of the type.
    private let contentType: String?
    private let successStatus: String?

    init(_ call: Call) throws(UsageError) {
        let location = try ObjectLocation(call.arguments[0])
        guard let bucket = location.bucket else {
            throw UsageError("a form needs a bucket: oss://BUCKET/KEY")
        }
        self.bucket = bucket
        key = location.key ?? ""
        isFolder = key.isEmpty || key.hasSuffix("/")
        template = try RequestTemplate(call, method: "POST")
        // 'explain' shares one --expires between forms and URLs.
        life = try call.life(of: call.has(.expires) ? .expires : .formExpires)
        maximumSize = try call.value(of: .maximumSize).map { text throws(UsageError) in
            guard let size = PostForm.bytes(of: text) else {
                throw UsageError("--max-size cannot be '\(text)'; write 1048576, 10M or 1G")
            }
            return size
        }
        contentType = call.value(of: .formType)
        successStatus = call.value(of: .successStatus)
    }

    /// Reads a number of bytes with a unit of 1024.
    private static func bytes(of text: String) -> Int? {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflow ? nil : bytes
    }

    package var daemonRequest: DaemonRequest {
        var request = template.request
        request.bucket = bucket
        return .postPolicy(request, .conditions(conditions, life: life), template.terms)
    }

    /// The fields besides those of the daemon; OSS replaces `${filename}`.
    var fields: [OSSRequest.Header] {
        var fields = [OSSRequest.Header("key", isFolder ? key + "${filename}" : key)]
        if let contentType { fields.append(OSSRequest.Header("Content-Type", contentType)) }
        if let successStatus { fields.append(OSSRequest.Header("success_action_status", successStatus)) }
        return fields
    }

    /// The conditions as a JSON array.
    private var conditions: String {
        var json = ByteBuffer(capacity: 256)
        json.beginArray()
        json.append(condition: isFolder ? "starts-with" : "eq", "$key", key)
        if let type = contentType {
            let isPattern = type.hasSuffix("*")
            json.append(
                condition: isPattern ? "starts-with" : "eq", "$content-type",
                isPattern ? String(type.dropLast()) : type)
        }
        if let successStatus { json.append(condition: "eq", "$success_action_status", successStatus) }
        if let maximumSize { json.append(largest: maximumSize) }
        json.endArray()
        return String(copying: json.span)
    }
}

extension ByteBuffer {
    fileprivate mutating func append(condition verb: StaticString, _ field: StaticString, _ text: String) {
        beginArray()
        value(verb)
        value(field)
        value(text)
        endArray()
    }

    fileprivate mutating func append(largest size: Int) {
        beginArray()
        value("content-length-range")
        value(0)
        value(size)
        endArray()
    }
}
