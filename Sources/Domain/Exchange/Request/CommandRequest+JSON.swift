package import Bytes
internal import JSON

extension CommandRequest {
    private enum Member: String { case command, user, timeout, maximumResponseSize }

    static func isBegun(by input: Span<UInt8>) -> Bool {
        do {
            var json = JSONReader(input)
            try json.beginObject()
            return try json.nextMember().map { json.matches($0, "command") } ?? false
        } catch {
            return false
        }
    }

    /// Reads the line that `input` is or begins; `nil`: more bytes must come.
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
            case .user: user = try json.takeNull() ? nil : try BasicUser(try json.text())
            case .timeout: timeout = try json.integer()
            case .maximumResponseSize: maximumResponseSize = try json.integer()
            case .command: throw ExchangeError.memberTwice
            }
        }
        try check()
    }
}

extension ByteBuffer {
    /// One line of JSON; its end tells the helper that the request is whole.
    package mutating func append(_ request: CommandRequest) throws(ExchangeError) {
        try request.check()
        beginObject()
        member("command", request.command.words)
        member("user", orNull: request.user?.name)
        member("timeout", request.timeout)
        member("maximumResponseSize", request.maximumResponseSize)
        endObject()
        append(UInt8(ascii: "\n"))
    }
}
