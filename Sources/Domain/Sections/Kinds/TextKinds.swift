internal import Bytes
internal import Text

extension Kind<String> {
    package static var text: Kind {
        Kind(write: { $0 }, read: { text, _ in text })
    }

    package static var name: Kind {
        .text(Name.complaint, where: Name.isValid)
    }

    /// The name or number of a user or group.
    package static var account: Kind {
        .text("this is no name of a user or group") { text in
            text.utf8.count <= 256
                && !text.utf8.contains { $0.isBlank || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        }
    }

    /// A bucket name by the rules of OSS.
    package static var bucket: Kind {
        .text("a bucket's name is 3 to 63 lower-case letters, digits and '-', none of these at its ends") {
            text in
            let bytes = text.utf8
            return (3...63).contains(bytes.count) && bytes.first != UInt8(ascii: "-")
                && bytes.last != UInt8(ascii: "-")
                && bytes.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// A region such as `cn-hangzhou` or `cb-f8z7yvzgwfkl9q0h`, and not the host name of an endpoint.
    package static var region: Kind {
        .text("this is made of lower-case letters, digits and '-', and does not begin with 'oss-'") { text in
            !text.hasPrefix("oss-")
                && text.utf8.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// An ARN of RAM whose resource type is `kind`: `role` or `oidc-provider`.
    package static func arn(of kind: String) -> Kind {
        .text("a resource name of this kind is acs:ram::ACCOUNT:\(kind)/NAME") { text in
            guard text.hasPrefix("acs:ram::"), !text.utf8.contains(where: \.isBlank) else { return false }
            let account = text.dropFirst("acs:ram::".count).prefix { $0 != ":" }
            let rest = text.dropFirst("acs:ram::".count + account.count)
            return !account.isEmpty && account.utf8.allSatisfy(\.isDigit) && rest.hasPrefix(":\(kind)/")
                && rest.count > kind.count + 2
        }
    }

    /// The ID of an AccessKey.
    ///
    /// Scopes, headers and policies contain it without escapes.
    package static var keyID: Kind {
        .text("the id of a key is made of letters, digits and -._~") { id in
            (1...256).contains(id.utf8.count) && id.utf8Span.span.isAll(.unreserved)
        }
    }

    /// A text that satisfies a condition.
    ///
    /// A complaint does not repeat the text, which may be a secret.
    package static func text(_ complaint: String, where isValid: @escaping @Sendable (String) -> Bool) -> Kind
    {
        Kind(
            write: { $0 },
            read: { text, _ throws(Complaint) in
                guard isValid(text) else { throw Complaint(message: complaint) }
                return text
            })
    }

    /// An absolute path without `.` or `..`.
    package static var path: Kind {
        .text("a path is absolute and has no '.' or '..' in it") { text in
            text.hasPrefix("/") && text.utf8.count <= 4_095
                && text.split(separator: "/").allSatisfy { $0 != "." && $0 != ".." }
        }
    }

    /// The path of a Unix socket; the kernel limits it to 107 bytes and a NUL.
    package static var socketPath: Kind {
        Kind(
            write: { $0 },
            read: { text, environment throws(Complaint) in
                guard text.utf8.count <= 107 else {
                    throw Complaint(message: "the path of a socket has at most 107 bytes")
                }
                return try Kind<String>.path.read(text, environment)
            })
    }
}

extension Kind {
    /// The same kind for a value that may stand in quotes, as the words of a list may.
    ///
    /// The quotes are not part of the value; without this they would be sent.
    package var unquoted: Kind {
        let (read, write) = (read, write)
        return Kind(
            write: write,
            read: { text, environment throws(Complaint) in
                let quote = text.utf8.first
                let isQuoted =
                    text.utf8.count > 1 && quote == text.utf8.last
                    && (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"))
                return try read(isQuoted ? String(text.dropFirst().dropLast()) : text, environment)
            })
    }
}
