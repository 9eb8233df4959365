internal import Bytes
internal import JSON
internal import Time

// Each member stands on a line of its own: ossfs cuts what it reads at commas and looks for names in the pieces.
extension ByteBuffer {
    /// All six, and nothing else: clients take a document without a token for a broken one, and put it into their errors.
    mutating func append(sixMembersOf document: borrowing CredentialDocument) {
        beginDocument()
        appendKey(of: document)
        member("Expiration", document.expiration)
        token(document.securityToken)
        member("LastUpdated", document.lastUpdated)
        member("Code", "Success".utf8Span.span)
        endDocument()
    }

    /// An expiration that is empty or missing means "never" to those who read this, but not the same to all: so it is
    /// missing.
    mutating func append(fourMembersOf document: borrowing CredentialDocument) {
        beginDocument()
        appendKey(of: document)
        member("SecurityToken", document.securityToken)
        member("Expiration", document.expiration)
        endDocument()
    }

    mutating func append(stsTokenOf document: borrowing CredentialDocument) {
        beginDocument()
        member("mode", (document.securityToken.isEmpty ? "AK" : "StsToken").utf8Span.span)
        member("access_key_id", document.accessKeyID)
        member("access_key_secret", document.accessKeySecret)
        member("sts_token", document.securityToken)
        member("expiration", document.expiration)
        endDocument()
    }

    /// In the dialect of the seed, whose clients know the status as a text.
    mutating func append(answerOf document: borrowing CredentialDocument) {
        beginDocument()
        member("StatusCode", "200".utf8Span.span)
        appendKey(of: document)
        token(document.securityToken)
        member("Expiration", document.expiration)
        endDocument()
    }
}

extension ByteBuffer {
    private mutating func beginDocument() {
        append("{\n")
    }

    private mutating func endDocument() {
        append("\n}\n")
    }

    private mutating func appendKey(of document: borrowing CredentialDocument) {
        member("AccessKeyId", document.accessKeyID)
        member("AccessKeySecret", document.accessKeySecret)
    }

    /// Also where there is none: a long-lived key has an empty one.
    private mutating func token(_ value: Span<UInt8>) {
        beginMember("SecurityToken")
        append(escaped: value)
        append(UInt8(ascii: "\""))
    }

    /// A member without a value is left out.
    private mutating func member(_ name: StaticString, _ value: Span<UInt8>) {
        guard !value.isEmpty else { return }
        beginMember(name)
        append(escaped: value)
        append(UInt8(ascii: "\""))
    }

    private mutating func member(_ name: StaticString, _ time: Timestamp?) {
        guard let time else { return }
        beginMember(name)
        append(rfc3339: time)
        append(UInt8(ascii: "\""))
    }

    private mutating func beginMember(_ name: StaticString) {
        if self[count - 1] != UInt8(ascii: "\n") { append(",\n") }
        append("  \"")
        append(name)
        append("\": \"")
    }
}
