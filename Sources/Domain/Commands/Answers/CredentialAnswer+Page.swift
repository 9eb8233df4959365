package import Bytes
internal import CommandLine
internal import JSON
internal import Time

extension CredentialAnswer {
    /// The members for a program; the secrets only where they are to be seen.
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

    /// The same for people: of a secret that is not to be seen, how long it is.
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

    /// Byte by byte, since no secret may become a string; what is not ASCII is no part of a credential.
    private mutating func append(visible bytes: Span<UInt8>) {
        for index in bytes.indices {
            let byte = bytes[index]
            if 0x20..<0x7F ~= byte { append(byte) } else { append("\\x\(String(byte, radix: 16))") }
        }
    }
}
