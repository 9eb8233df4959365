package import Exchange
package import Tokens

/// How the AppServer's answer is to be understood where it is not the usual document.
package struct DialectSettings: Equatable, Sendable {
    /// At most one for each member.
    package internal(set) var members: [MappedMember] = []
    package internal(set) var success: ReplyTest?
    /// Turns the answer into the document.
    package internal(set) var decoder: ExchangeCommand?
    var decoderWords: [String] = []

    static let keys: [Key<DialectSettings>] = [
        .words("Map", \.members, .mappedMember, "Member=/json/pointer for members that stand elsewhere."),
        .maybe(
            "Success", \.success, .replyTest,
            "/pointer==value, or /pointer!=value, without which an answer does not count."),
        .words("Decoder", \.decoderWords, .text, "Command that reads the answer and writes the document."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        decoder = section.command("Decoder", decoderWords, &reading)
        for member in MappedMember.members where members.filter({ $0.member == member }).count > 1 {
            reading.report("\(member.name) is mapped twice", at: section.position(of: "Map"))
        }
    }
}

extension Section {
    /// The command of a key, unless it is none: there is no shell that could search for it.
    func command(_ key: String, _ words: [String], _ reading: inout Reading) -> ExchangeCommand? {
        guard let program = words.first, let value = values(of: key).first else { return nil }
        do throws(ExchangeError) {
            return try ExchangeCommand(words)
        } catch {
            let complaint =
                program.hasPrefix("/")
                ? "has at most \(ExchangeLimit.words) words of at most \(ExchangeLimit.wordBytes) bytes"
                : "begins with an absolute path"
            reading.report("a command \(complaint)", at: value.position())
            return nil
        }
    }
}
