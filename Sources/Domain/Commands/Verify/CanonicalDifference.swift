/// Names the first difference of two canonical requests, or of two strings to sign of V1.
struct CanonicalDifference {
    let sentence: String

    /// V4: verb, URI, query, headers up to an empty line, additional headers, hash of the payload.
    init(_ here: String, _ there: String) {
        let left = Parts(here)
        let right = Parts(there)
        let single = [
            ("the method", left.method, right.method), ("the path", left.path, right.path),
            ("the names of the additional headers", left.names, right.names),
            ("the hash of the payload", left.hash, right.hash),
        ]
        if let query = Self.items("parameter", left.query, right.query, separator: "=") {
            sentence = query
        } else if let header = Self.items("header", left.headers, right.headers, separator: ":") {
            sentence = header
        } else if let part = single.first(where: { $0.1 != $0.2 }) {
            sentence = "\(part.0): signed was '\(part.1)', the server got '\(part.2)'"
        } else {
            sentence = "the order or the form of the lines"
        }
    }

    /// V1: verb, MD5, type, date, headers, resource.
    init(v1 here: String, _ there: String) {
        let left = here.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let right = there.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let names = ["the method", "the Content-MD5", "the Content-Type", "the date"]
        for (index, name) in names.enumerated()
        where left.count > index && right.count > index && left[index] != right[index] {
            sentence = "\(name): signed was '\(left[index])', the server got '\(right[index])'"
            return
        }
        if left.last != right.last {
            sentence = "the resource: signed was '\(left.last ?? "")', the server got '\(right.last ?? "")'"
        } else {
            let headers = (Array(left.dropFirst(4).dropLast()), Array(right.dropFirst(4).dropLast()))
            sentence = Self.items("header", headers.0, headers.1, separator: ":") ?? "the form of the lines"
        }
    }

    private static func items(_ kind: String, _ here: [String], _ there: [String], separator: Character)
        -> String?
    {
        let left = pairs(here, separator)
        let right = pairs(there, separator)
        for (name, value) in left where right.first(where: { $0.0 == name })?.1 != value {
            guard let other = right.first(where: { $0.0 == name })?.1 else {
                return "the \(kind) '\(name)' was signed, but the server did not get it"
            }
            return "the \(kind) '\(name)': signed was '\(value)', the server got '\(other)'"
        }
        return right.first { pair in !left.contains { $0.0 == pair.0 } }
            .map { "the \(kind) '\($0.0)' was not signed, but the server got it" }
    }

    private static func pairs(_ items: [String], _ separator: Character) -> [(String, String)] {
        items.map { item in
            let parts = item.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }
}

private struct Parts {
    let method: String
    let path: String
    let query: [String]
    let headers: [String]
    let names: String
    let hash: String

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        method = lines.popFirst() ?? ""
        path = lines.popFirst() ?? ""
        query = (lines.popFirst() ?? "").split(separator: "&").map(String.init)
        hash = lines.popLast() ?? ""
        names = lines.popLast() ?? ""
        headers = lines.filter { !$0.isEmpty }
    }
}
