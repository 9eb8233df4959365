package import Bytes
internal import CommandLine
internal import JSON
internal import Kernel
package import OSSAuthClient
internal import Reaching

extension Command {
    static let showCredentials = Command(
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
}

extension Argument {
    static let anyProfile = Argument(
        "PROFILE", "The profile; none: as --profile says.", count: .optional, completedBy: .profiles)
}

extension Option {
    static let reveal = Option("reveal", .flag, "Show the secrets, on a terminal too.")
}

/// The requested credential.
package struct CredentialSelection: Equatable, Sendable {
    let profile: ProfileName?
    let minValid: Duration?

    init(_ call: Call, profile: String?) throws(UsageError) {
        self.profile = try profile.map { word throws(UsageError) in try ProfileName(word) }
        minValid = try call.seconds(of: .minValid)
    }
}

extension CredentialSelection {
    package var request: DaemonRequest { .credentials(profile: profile?.text, minValid: minValid) }

    /// The request for the address, which has no minimum life.
    var addressRequest: DaemonRequest { .compat(profile: profile?.text) }
}

extension Session {
    /// Prints the credential; the secrets only on request, whatever the output is.
    mutating func showCredential(_ selection: CredentialSelection, reveals: Bool) throws(Failure) {
        let answer = try credential(selection)
        var output = ByteBuffer(capacity: 4_096)
        if printsJSON {
            answer.writeMembers(into: &output, reveals: reveals)
            try printJSON(output.span)
        } else {
            answer.writePage(into: &output, reveals: reveals)
            try terminal.print(output.span)
        }
    }

    mutating func credential(_ selection: CredentialSelection) throws(Failure) -> CredentialAnswer {
        // Best effort: without it, the kernel still protects the secret from other users.
        try? ThisProcess.forbidDumps()
        let reply = try ask(selection.request)
        do throws(DaemonError) {
            return try CredentialAnswer(reply.body)
        } catch {
            throw Failure(error)
        }
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
