internal import JSON
internal import Tokens

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
