/// Names of profiles and rules; they become file names and parts of URLs.
package enum Name {
    package static let complaint =
        "a name is made of up to 64 letters, digits, '-', '_' and '.', and begins with one of the first two"

    package static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, first.isAlphanumeric, bytes.count <= 64 else { return false }
        return bytes.allSatisfy { $0.isAlphanumeric || "-_.".utf8.contains($0) }
    }
}
