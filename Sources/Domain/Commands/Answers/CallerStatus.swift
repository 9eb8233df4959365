internal import JSON

/// How often the programs of one user asked, and how often in vain.
package struct CallerStatus: Equatable, Sendable {
    /// `nil`: all those that the daemon does not count apart.
    package private(set) var user: Int?
    private(set) var requests = 0
    private(set) var refused = 0
    private(set) var failed = 0

    init(_ json: inout JSONReader) throws(JSONError) {
        try json.object { name, json throws(JSONError) in
            switch name {
            case "uid": user = try json.takeNull() ? nil : try json.integer()
            case "requests": requests = try json.integer()
            case "refused": refused = try json.integer()
            case "failed": failed = try json.integer()
            default: try json.skipValue()
            }
        }
    }
}
