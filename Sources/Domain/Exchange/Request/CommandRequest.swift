package import Bytes
internal import JSON

/// A command that the helper runs for the daemon; its output is the answer.
package struct CommandRequest: Equatable, Sendable {
    package var command: ExchangeCommand
    /// Seconds.
    package var timeout = 30
    package var maximumResponseSize = 65_536

    package init(_ command: ExchangeCommand) {
        self.command = command
    }

    /// Checks the values that have no type of their own.
    fileprivate func check() throws(ExchangeError) {
        guard ExchangeLimit.seconds.contains(timeout) else { throw .seconds }
        guard ExchangeLimit.responseBytes.contains(maximumResponseSize) else { throw .maximumResponseSize }
    }

    private enum Member: String { case command, timeout, maximumResponseSize }

    static func isBegun(by input: Span<UInt8>) -> Bool {
        do {
            var json = JSONReader(input)
            try json.beginObject()
            return try json.nextMember().map { json.matches($0, "command") } ?? false
        } catch {
            return false
        }
    }

    /// Reads the line of a request; `nil`: its end has not arrived yet.
    package static func decode(_ input: Span<UInt8>) throws(ExchangeError) -> CommandRequest? {
        try input.readLine { json in try CommandRequest(&json) }
    }

    private init(_ json: inout JSONReader) throws {
        var seen: Set<Member> = []
        try json.beginObject()
        guard try json.nextMember(notIn: &seen) == .command else { throw ExchangeError.command }
        self.init(try ExchangeCommand(try json.texts(atMost: ExchangeLimit.words, else: .command)))
        while let member = try json.nextMember(notIn: &seen) {
            switch member {
            case .timeout: timeout = try json.integer()
            case .maximumResponseSize: maximumResponseSize = try json.integer()
            case .command: throw ExchangeError.memberTwice
            }
        }
        try check()
    }
}

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

extension ByteBuffer {
    /// Appends one line of JSON; the newline tells the helper that the request is complete.
    package mutating func append(_ request: CommandRequest) throws(ExchangeError) {
        try request.check()
        beginObject()
        member("command", request.command.words)
        member("timeout", request.timeout)
        member("maximumResponseSize", request.maximumResponseSize)
        endObject()
        append(UInt8(ascii: "\n"))
    }
}
