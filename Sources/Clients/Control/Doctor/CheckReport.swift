package import JSON
internal import OSSAuthClient

/// The findings of `ossauthd --check --json`.
package struct CheckReport: Answer, Equatable, Sendable {
    package private(set) var findings: [CheckFinding] = []

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        if member == "findings" { findings = try json.answers() } else { try json.skipValue() }
    }

    package var missing: String? { nil }
}

package struct CheckFinding: Answer, Equatable, Sendable {
    /// `error`, `warning`, or `note` for what this user may not judge.
    private(set) var severity = ""
    private var place: String?
    private var text = ""
    private(set) var remedy: String?

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "severity": severity = try json.text()
        case "place": place = try json.textOrNull()
        case "text": text = try json.text()
        case "remedy": remedy = try json.textOrNull()
        default: try json.skipValue()
        }
    }

    package var missing: String? { nil }

    var sentence: String { (place.map { "\($0): " } ?? "") + text }
}
