/// A query parameter with all its values; a `nil` among them is the name without `=`.
struct Parameter: Equatable, Sendable {
    let name: String
    var values: [String?]

    /// Reads `NAME=VALUE` and `NAME`; a name that comes again gets another value.
    static func grouped(_ words: [String]) -> [Parameter] {
        var parameters: [Parameter] = []
        for word in words {
            let parts = word.utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(Substring(parts[0]))
            let value = parts.count > 1 ? String(Substring(parts[1])) : nil
            if let index = parameters.firstIndex(where: { $0.name == name }) {
                parameters[index].values.append(value)
            } else {
                parameters.append(Parameter(name: name, values: [value]))
            }
        }
        return parameters
    }
}
