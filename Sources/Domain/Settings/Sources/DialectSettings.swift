/// How the AppServer's answer is to be understood where it is not the usual document.
package struct DialectSettings: Equatable, Sendable {
    /// At most one for each member.
    package internal(set) var members: [MemberPointer] = []
    package internal(set) var success: SuccessTest?
    /// A command and its arguments, which turns the answer into the document; empty: none.
    package internal(set) var decoder: [String] = []

    static let keys: [Key<DialectSettings>] = [
        .words("Map", \.members, .memberPointer, "Member=/json/pointer for members that stand elsewhere."),
        .maybe(
            "Success", \.success, .successTest,
            "/pointer==value, or /pointer!=value, without which an answer does not count."),
        .words("Decoder", \.decoder, .text, "Command that reads the answer and writes the document."),
    ]

    func check(in section: Section, _ reading: inout Reading) {
        section.checkCommand("Decoder", decoder, &reading)
        for member in CredentialMember.allCases where members.filter({ $0.member == member }).count > 1 {
            reading.report("\(member.rawValue) is mapped twice", at: section.position(of: "Map"))
        }
    }
}

extension Section {
    /// Reports a command that is not an absolute path; there is no shell that could search for it.
    func checkCommand(_ key: String, _ words: [String], _ reading: inout Reading) {
        guard let program = words.first, !program.hasPrefix("/"), let value = values(of: key).first else {
            return
        }
        reading.report("a command begins with an absolute path", at: value.position())
    }
}
