internal import Bytes
package import Documents
internal import JSON
internal import Time

/// A credential that the daemon handed out.
package struct CredentialAnswer: DaemonAnswer, ~Copyable {
    /// The decoded texts, which the ranges are of.
    private(set) var text = ByteBuffer(capacity: 2_048)
    private(set) var keyID = 0..<0
    private(set) var secret = 0..<0
    private(set) var token = 0..<0
    private(set) var expiration: Timestamp?
    private(set) var lastUpdated: Timestamp?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "AccessKeyId": keyID = json.append(try json.string(), to: &text)
            case "AccessKeySecret": secret = json.append(try json.string(), to: &text)
            case "SecurityToken": token = json.append(try json.string(), to: &text)
            case "Expiration": expiration = Timestamp(rfc3339: try json.text().utf8Span.span)
            case "LastUpdated": lastUpdated = Timestamp(rfc3339: try json.text().utf8Span.span)
            default: try json.skipValue()
            }
        }
        guard !keyID.isEmpty else { throw .missing("AccessKeyId") }
        guard !secret.isEmpty else { throw .missing("AccessKeySecret") }
    }
}

extension CredentialAnswer {
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
}
