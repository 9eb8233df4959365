internal import Bytes
internal import Text

extension Kind<String> {
    /// Any text.
    static var text: Kind {
        Kind(write: { $0 }, read: { text, _ in text })
    }

    static var name: Kind {
        .text(Name.complaint, where: Name.isValid)
    }

    /// A user or group of the host.
    static var account: Kind {
        .text("this is no name of a user or group") { text in
            text.utf8.count <= 256
                && !text.utf8.contains { $0.isBlank || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        }
    }

    /// A bucket's name as OSS demands it.
    static var bucket: Kind {
        .text("a bucket's name is 3 to 63 lower-case letters, digits and '-', none of these at its ends") {
            text in
            let bytes = text.utf8
            return (3...63).contains(bytes.count) && bytes.first != UInt8(ascii: "-")
                && bytes.last != UInt8(ascii: "-")
                && bytes.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Such as `cn-hangzhou` or `cb-f8z7yvzgwfkl9q0h`, and not the name of an endpoint.
    static var region: Kind {
        .text("this is made of lower-case letters, digits and '-', and does not begin with 'oss-'") { text in
            !text.hasPrefix("oss-")
                && text.utf8.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// The name of a resource of RAM, of the kind `role` or `oidc-provider`.
    static func arn(of kind: String) -> Kind {
        .text("a resource name of this kind is acs:ram::ACCOUNT:\(kind)/NAME") { text in
            guard text.hasPrefix("acs:ram::"), !text.utf8.contains(where: \.isBlank) else { return false }
            let account = text.dropFirst("acs:ram::".count).prefix { $0 != ":" }
            let rest = text.dropFirst("acs:ram::".count + account.count)
            return !account.isEmpty && account.utf8.allSatisfy(\.isDigit) && rest.hasPrefix(":\(kind)/")
                && rest.count > kind.count + 2
        }
    }

    /// What stands in scopes, headers and policies as it is.
    static var keyID: Kind {
        .text("the id of a key is made of letters, digits and -._~") { id in
            (1...256).contains(id.utf8.count) && id.utf8Span.span.isAll(.unreserved)
        }
    }

    /// Text that satisfies a condition; what does not is never repeated.
    static func text(_ complaint: String, where isValid: @escaping @Sendable (String) -> Bool) -> Kind {
        Kind(
            write: { $0 },
            read: { text, _ throws(Complaint) in
                guard isValid(text) else { throw Complaint(message: complaint) }
                return text
            })
    }
}
