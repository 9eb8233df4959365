package import Bytes
internal import CommandLine
package import Documents
internal import JSON
package import Time

/// A credential that the daemon handed out; wiped when it goes.
package struct CredentialAnswer: ~Copyable {
    /// The decoded texts, which the ranges are of.
    private var text = ByteBuffer(capacity: 2_048)
    private var keyID = 0..<0
    private var secret = 0..<0
    private var token = 0..<0
    private var expiration: Timestamp?
    private var lastUpdated: Timestamp?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try read(&json)
            try json.end()
        } catch {
            throw .json(error)
        }
        guard !keyID.isEmpty else { throw .missing("AccessKeyId") }
        guard !secret.isEmpty else { throw .missing("AccessKeySecret") }
    }

    deinit {
        var text = consume text
        text.wipe()
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONError) {
        try json.beginObject()
        while let member = try json.nextMember() {
            switch json.text(of: member) {
            case "AccessKeyId": keyID = json.append(try json.string(), to: &text)
            case "AccessKeySecret": secret = json.append(try json.string(), to: &text)
            case "SecurityToken": token = json.append(try json.string(), to: &text)
            case "Expiration": expiration = Timestamp(rfc3339: try json.text().utf8Span.span)
            case "LastUpdated": lastUpdated = Timestamp(rfc3339: try json.text().utf8Span.span)
            default: try json.skipValue()
            }
        }
    }
}

extension CredentialAnswer {
    package var accessKeyID: String { String(copying: text[keyID]) }
    package var ends: Timestamp? { expiration }

    /// Lends the credential as a document that has this endpoint and region, where its form has any.
    package func withDocument(
        endpoint: String, region: String, _ body: (borrowing CredentialDocument) -> Void
    ) {
        var document = CredentialDocument(
            accessKeyID: text[keyID], accessKeySecret: text[secret], securityToken: text[token])
        document.expiration = expiration
        document.lastUpdated = lastUpdated
        document.endpoint = endpoint
        document.region = region
        body(document)
    }

    /// The members that may be seen, for a program.
    package func write(withoutSecretsInto output: inout ByteBuffer) {
        output.beginObject()
        output.name("AccessKeyId")
        output.value(text[keyID])
        for (name, time) in [("Expiration", expiration), ("LastUpdated", lastUpdated)] {
            output.name(name.utf8Span.span)
            if let time { output.value(time.description) } else { output.null() }
        }
        output.endObject()
    }

    /// What may be seen of it: the id, for the secrets only how long they are.
    package var page: String {
        let rows = [
            ("AccessKeyId", accessKeyID.visible), ("AccessKeySecret", "hidden, \(secret.count) characters"),
            ("SecurityToken", token.isEmpty ? "none" : "hidden, \(token.count) characters"),
            ("Expiration", expiration?.description ?? "never"),
            ("LastUpdated", lastUpdated?.description ?? "-"),
        ]
        return rows.map { "\($0.0.padded(to: 16))\($0.1)\n" }.joined()
    }
}
