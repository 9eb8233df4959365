/// A program and its arguments, started without a shell.
package struct ExchangeCommand: Equatable, Sendable {
    /// An absolute path.
    package let program: String
    package let arguments: [String]

    package init(_ words: [String]) throws(ExchangeError) {
        guard let program = words.first, program.isAbsolutePath, words.count <= ExchangeLimit.words,
            words.allSatisfy({ $0.utf8.count <= ExchangeLimit.wordBytes && !$0.utf8.contains(0) })
        else { throw .command }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    package var words: [String] { [program] + arguments }
}
