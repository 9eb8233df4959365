internal import Bytes
internal import JSON
internal import Kernel
internal import Time

/// Makes up keys, as STS would hand them out, and writes each to the ledger before it is handed out.
final class DemoIssuer {
    private let ledger: AppendOnlyFile?
    private let lifetime: Int64

    /// Without a ledger only the client knows the key.
    init(ledger path: String?, lifetime: Int) throws(SystemError) {
        ledger = if let path { try AppendOnlyFile(path) } else { nil }
        self.lifetime = Int64(lifetime)
    }

    /// A new temporary key in the document of the mobile SDKs, which expect `StatusCode` as a string.
    func issueDocument(at now: Timestamp) throws(SystemError) -> ByteBuffer {
        var token = ByteBuffer(capacity: 512)
        token.append("CAIS")
        token.append(randomLetters: 380)
        var document = ByteBuffer(capacity: 1_024)
        document.beginObject()
        document.member("StatusCode", "200")
        document.append(DemoKey.temporary())
        document.member("SecurityToken", token)
        document.member("Expiration", (now + lifetime).description)
        document.endObject()
        try enter(document)
        return document
    }

    func issueLongLivedKey() throws(SystemError) -> DemoKey {
        let key = DemoKey.longLived()
        var entry = ByteBuffer()
        entry.beginObject()
        entry.append(key)
        entry.endObject()
        try enter(entry)
        return key
    }

    /// Writes the whole line at once, so that no reader sees a part of it.
    private func enter(_ entry: borrowing ByteBuffer) throws(SystemError) {
        var line = ByteBuffer(copying: entry.span)
        line.append(UInt8(ascii: "\n"))
        try ledger?.append(line.span)
    }
}

/// A made-up key; its id tells its kind, as those of Alibaba Cloud do.
struct DemoKey: ~Copyable {
    var id = ByteBuffer(capacity: 32)
    var secret = ByteBuffer(capacity: 48)

    private init(_ prefix: StaticString, idLetters: Int, secretLetters: Int) {
        id.append(prefix)
        id.append(randomLetters: idLetters)
        secret.append(randomLetters: secretLetters)
    }

    static func temporary() -> DemoKey { DemoKey("STS.", idLetters: 25, secretLetters: 44) }
    static func longLived() -> DemoKey { DemoKey("LTAI", idLetters: 20, secretLetters: 30) }
}

extension ByteBuffer {
    /// Appends the two members of a key to an open object.
    mutating func append(_ key: borrowing DemoKey) {
        member("AccessKeyId", key.id)
        member("AccessKeySecret", key.secret)
    }
}

extension ByteBuffer {
    /// Appends random letters and digits, each as likely as any other.
    mutating func append(randomLetters count: Int) {
        var random = ByteBuffer(capacity: count * 2)
        let end = self.count + count
        while self.count < end {
            random.removeAll()
            Randomness.append(count * 2, to: &random)
            for index in 0..<random.count where self.count < end { append(letterFor: random[index]) }
        }
    }

    /// Skips the last 8 of 256 values, which would make the first 8 letters more likely.
    private mutating func append(letterFor byte: UInt8) {
        guard byte < 248 else { return }
        switch byte % 62 {
        case let digit where digit < 10: append(UInt8(ascii: "0") + digit)
        case let letter where letter < 36: append(UInt8(ascii: "A") + letter - 10)
        case let letter: append(UInt8(ascii: "a") + letter - 36)
        }
    }
}
