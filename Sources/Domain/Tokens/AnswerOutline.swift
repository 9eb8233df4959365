internal import JSON
internal import Text

/// The names of the members in an answer without a credential, and the places where its credential seems to be.
///
/// It contains no values, because any of them may be a secret.
package struct AnswerOutline: Equatable, Sendable {
    private static let maximumNames = 8
    private static let maximumDepth = 4

    /// The names of the outermost members.
    package private(set) var names: [String] = []
    private var hasMore = false
    /// The places of members that the dialect expects elsewhere, as `Map=` takes them.
    package private(set) var places: [String] = []

    /// `sought`: the members that were not found; none if the places cannot be configured.
    package init(of document: Span<UInt8>, seeking sought: [ReplyMember]) {
        var found: [ReplyMember: String] = [:]
        // The document was read before, so this succeeds.
        try? look(into: document, at: "", sought, &found)
        places = sought.compactMap { member in found[member].map { "\(member.name)=\($0)" } }
    }

    private mutating func look(
        into object: Span<UInt8>, at path: String, _ sought: [ReplyMember],
        _ found: inout [ReplyMember: String]
    ) throws(JSONError) {
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
        var json = JSONReader(object)
        try json.beginObject()
        while let written = try json.nextMember() {
            let name = json.text(of: written)
            if depth == 0 { note(name) }
            let kind = try json.peek()
            let value = object.extracting(try json.skipValue())
            guard name.isPlainName else { continue }
            if kind == .object, depth < AnswerOutline.maximumDepth {
                try look(into: value, at: "\(path)/\(name)", sought, &found)
            } else if kind == .string || kind == .number,
                let member = sought.first(where: { $0.isSpelled(name) }), found[member] == nil
            {
                found[member] = "\(path)/\(name)"
            }
        }
    }

    private mutating func note(_ name: String) {
        if name.isPlainName, names.count < AnswerOutline.maximumNames {
            names.append(name)
        } else {
            hasMore = true
        }
    }

    /// Continues a sentence about a missing member; the places are one line of the configuration.
    var sentence: String {
        let list = (names + (hasMore ? ["…"] : [])).joined(separator: ", ")
        let line = places.isEmpty ? "" : "; this line finds them: Map=\(places.joined(separator: " "))"
        return list.isEmpty ? "; it has no members" : "; it has \(list)\(line)"
    }
}

extension ReplyMember {
    /// Whether an AppServer may use this name for it.
    fileprivate func isSpelled(_ name: String) -> Bool {
        spellings.contains(name.filter { $0 != "_" && $0 != "-" }.lowercased())
    }

    private var spellings: [String] {
        switch self {
        case .keyID: ["accesskeyid", "ak"]
        case .secret: ["accesskeysecret", "secretaccesskey", "secretkey", "sk"]
        case .token: ["securitytoken", "sessiontoken", "ststoken"]
        case .expiration: ["expiration", "expiretime", "expiredtime", "expires"]
        case .errorCode, .errorMessage, .signature: []
        }
    }
}

extension String {
    /// Whether it is a usual name, which can stand in a log and in a line of the configuration.
    fileprivate var isPlainName: Bool {
        (1...40).contains(utf8.count)
            && utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
}
