internal import Text

/// A member of a form whose value stands in a file that only the helper reads.
package struct FormFile: Equatable, Sendable {
    package let name: String
    package let file: SecretFile

    package init(_ name: String, file: SecretFile) throws(ExchangeError) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isAlphanumeric }) else {
            throw .formFile
        }
        self.name = name
        self.file = file
    }
}
