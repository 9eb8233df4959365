package import Bytes
package import CommandLine
internal import JSON
package import OSSAuthClient

/// `credentials show`: shows the credential of a profile.
package struct ShowCommand: ProgramCommand {
    package static let command = Command(
        "credentials show", "Show which credential a profile has, and how long",
        details: [
            """
            Of its secrets it shows only how long they are, unless --reveal asks for them, wherever the output \
            goes. Needs a rule with Allow=credentials, as every command that gets a credential.
            """
        ],
        arguments: [.anyProfile],
        options: [.profile, .minValid, .reveal],
        examples: [
            Example("credentials show uploads", "its id and its end"),
            Example("credentials show --reveal uploads", "its secrets too, to look at once"),
        ])

    package let selection: CredentialSelection
    /// Whether it shows the secrets, whatever the output is.
    private let reveals: Bool

    package init(_ call: Call) throws(UsageError) {
        selection = try CredentialSelection(call, profile: call.arguments.first ?? call.value(of: .profile))
        reveals = call.has(.reveal)
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let answer = try selection.credential(&session)
        var output = ByteBuffer(capacity: 4_096)
        if session.printsJSON {
            answer.writeMembers(into: &output, reveals: reveals)
            try session.printJSON(output.span)
        } else {
            answer.writePage(into: &output, reveals: reveals)
            try session.terminal.print(output.span)
        }
        return .done
    }
}

extension CredentialAnswer {
    /// Writes the members for a program; the secrets only if `reveals`.
    package func writeMembers(into output: inout ByteBuffer, reveals: Bool) {
        output.beginObject()
        output.name("AccessKeyId")
        output.value(text[keyID])
        if reveals {
            output.name("AccessKeySecret")
            output.value(text[secret])
            output.name("SecurityToken")
            output.value(text[token])
        }
        for (name, time) in [("Expiration", expiration), ("LastUpdated", lastUpdated)] {
            output.name(name.utf8Span.span)
            output.value(orNull: time?.description)
        }
        output.endObject()
    }

    /// Writes the page for people; of a hidden secret, its length.
    package func writePage(into output: inout ByteBuffer, reveals: Bool) {
        output.append(row: "AccessKeyId", text[keyID])
        output.append(row: "AccessKeySecret", secret: text[secret], reveals: reveals)
        output.append(row: "SecurityToken", secret: text[token], reveals: reveals)
        output.append(row: "Expiration", (expiration?.description ?? "never").utf8Span.span)
        output.append(row: "LastUpdated", (lastUpdated?.description ?? "-").utf8Span.span)
    }
}

extension ByteBuffer {
    fileprivate mutating func append(row name: String, secret: Span<UInt8>, reveals: Bool) {
        guard !secret.isEmpty else { return append(row: name, "none".utf8Span.span) }
        if reveals { return append(row: name, secret) }
        append(row: name, "hidden, \(secret.count) characters; --reveal shows it".utf8Span.span)
    }

    fileprivate mutating func append(row name: String, _ value: Span<UInt8>) {
        append(name.padded(to: 16))
        append(visible: value)
        append(UInt8(ascii: "\n"))
    }

    /// Byte by byte, because a secret must not become a string; a credential is ASCII.
    private mutating func append(visible bytes: Span<UInt8>) {
        for index in bytes.indices {
            let byte = bytes[index]
            if 0x20..<0x7F ~= byte { append(byte) } else { append("\\x\(String(byte, radix: 16))") }
        }
    }
}
