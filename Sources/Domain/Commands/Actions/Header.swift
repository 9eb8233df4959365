internal import CommandLine
internal import Text

/// A header that goes with a request.
struct Header: Equatable, Sendable {
    let name: String
    let value: String

    /// Reads `Name: value`, as curl takes it.
    init(_ word: String) throws(UsageError) {
        let parts = word.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(ByteSet.token.contains) else {
            throw UsageError("'\(word)' is no header; write it as 'Name: value'")
        }
        name = String(Substring(parts[0]))
        value = String(Substring(parts[1].drop(while: \.isBlank)))
        guard !value.isEmpty else { throw UsageError("the header '\(name)' has no value") }
    }

    /// Reads all of them; a name that comes twice would leave open which value is signed.
    static func all(_ words: [String]) throws(UsageError) -> [Header] {
        var headers: [Header] = []
        for word in words {
            let header = try Header(word)
            guard !headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) else {
                throw UsageError("the header '\(header.name)' is there twice")
            }
            headers.append(header)
        }
        return headers
    }
}
