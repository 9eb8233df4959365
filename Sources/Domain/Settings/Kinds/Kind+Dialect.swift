extension Kind<MemberPointer> {
    static var memberPointer: Kind {
        let member = Kind<CredentialMember>.choice()
        return Kind(
            write: { "\($0.member.rawValue)=\($0.pointer)" },
            read: { text, environment throws(Complaint) in
                let name = text.prefix { $0 != "=" }
                guard name.count < text.count else {
                    throw Complaint(message: "a mapping is written Member=/pointer")
                }
                let pointer = String(text.dropFirst(name.count + 1))
                guard isPointer(pointer) else {
                    throw Complaint(message: "a JSON pointer begins with '/'", offset: name.utf8.count + 1)
                }
                return MemberPointer(member: try member.read(String(name), environment), pointer: pointer)
            })
    }
}

extension Kind<SuccessTest> {
    static var successTest: Kind {
        Kind(
            write: { "\($0.pointer)\($0.isEqual ? "==" : "!=")\($0.value)" },
            read: { text, _ throws(Complaint) in
                let pointer = text.prefix { $0 != "=" && $0 != "!" }
                let test = text.dropFirst(pointer.count)
                guard test.hasPrefix("==") || test.hasPrefix("!="), isPointer(String(pointer)),
                    !pointer.isEmpty
                else {
                    throw Complaint(message: "a test is written /pointer==value or /pointer!=value")
                }
                return SuccessTest(
                    pointer: String(pointer), isEqual: test.hasPrefix("=="), value: String(test.dropFirst(2)))
            })
    }
}

/// A tilde in a pointer is followed by 0 or 1 (RFC 6901, 3).
private func isPointer(_ text: String) -> Bool {
    text.hasPrefix("/")
        && text.split(separator: "~", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.hasPrefix("0") || part.hasPrefix("1")
        }
}
