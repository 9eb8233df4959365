internal import CommandLine

/// Which locations a command is about: those of the command line, or those of a list on standard input.
package enum LocationList: Equatable, Sendable {
    case arguments([ObjectLocation])
    case standardInput

    init(_ words: [String]) throws(UsageError) {
        guard words.contains("-") else {
            self = .arguments(try words.map { word throws(UsageError) in try ObjectLocation(word) })
            return
        }
        guard words == ["-"] else {
            throw UsageError("'-' stands for a list on standard input, so no OSS-URL can stand beside it")
        }
        self = .standardInput
    }
}
