package import Exchange
package import JSON
internal import Sections
package import Tokens

/// How to read an AppServer's answer that is not the usual document.
package struct DialectSettings: Equatable, Sendable {
    /// At most one for each member.
    package internal(set) var members: [MappedMember] = []
    package internal(set) var success: ReplyTest?
    /// The command that converts the answer into the document.
    package internal(set) var decoder: ExchangeCommand?
    var decoderWords: [String] = []

    static let keys: [Key<DialectSettings>] = [
        .words("Map", \.members, .mappedMember, "Member=/json/pointer for members in other positions."),
        .maybe(
            "Success", \.success, .replyTest,
            "/pointer==value or /pointer!=value, the test that an answer must pass."),
        .words("Decoder", \.decoderWords, .text, "Command that reads the answer and writes the document."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        decoder = section.command("Decoder", decoderWords, &reading)
        for member in MappedMember.members where members.filter({ $0.member == member }).count > 1 {
            section.report("\(member.name) is mapped twice", at: "Map", &reading)
        }
    }
}

extension Section {
    /// The command of a key; reports an invalid one.
    ///
    /// There is no shell that could search for the program.
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

/// The position of a member in a server's answer.
package struct MappedMember: Equatable, Sendable {
    /// The members that can be mapped.
    static let members: [ReplyMember] = [.keyID, .secret, .token, .expiration, .signature]

    package let member: ReplyMember
    package let pointer: JSONPointer
}

extension Kind<MappedMember> {
    static var mappedMember: Kind {
        let member = Kind<ReplyMember>.choice(MappedMember.members.map { ($0.name, $0) })
        return Kind(
            write: { "\($0.member.name)=\($0.pointer.text)" },
            read: { text, environment throws(Complaint) in
                let name = text.prefix { $0 != "=" }
                guard name.count < text.count else {
                    throw Complaint(message: "a mapping is written Member=/pointer")
                }
                let written = String(text.dropFirst(name.count + 1))
                guard !written.isEmpty, let pointer = JSONPointer(written) else {
                    let complaint =
                        written.hasPrefix("/")
                        ? "'~' in a JSON pointer is written ~0" : "a JSON pointer begins with '/'"
                    throw Complaint(message: complaint, offset: name.utf8.count + 1)
                }
                return MappedMember(member: try member.read(String(name), environment), pointer: pointer)
            })
    }
}

extension Kind<ReplyTest> {
    static var replyTest: Kind {
        Kind(
            write: { "\($0.pointer.text)\($0.isEqual ? "==" : "!=")\($0.value)" },
            read: { text, _ throws(Complaint) in
                let name = text.prefix { $0 != "=" && $0 != "!" }
                let test = text.dropFirst(name.count)
                guard test.hasPrefix("==") || test.hasPrefix("!="), !name.isEmpty,
                    let pointer = JSONPointer(String(name))
                else {
                    throw Complaint(message: "a test is written /pointer==value or /pointer!=value")
                }
                return ReplyTest(pointer, isEqual: test.hasPrefix("=="), to: String(test.dropFirst(2)))
            })
    }
}
