internal import Bytes
internal import JSON
internal import Kernel
internal import Time

/// Makes keys up, as STS would hand them out, and enters each into the ledger before anybody gets it.
final class DemoIssuer {
    private let ledger: AppendOnlyFile?
    private let lifetime: Int64

    /// Without a ledger nobody but the client knows what was handed out.
    init(ledger path: String?, lifetime: Int) throws(SystemError) {
        ledger = if let path { try AppendOnlyFile(path) } else { nil }
        self.lifetime = Int64(lifetime)
    }

    /// A new temporary key in the document of the seed, whose clients know `StatusCode` as a text.
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

    /// One write for the whole line, so that no reader sees a part of it.
    private func enter(_ entry: borrowing ByteBuffer) throws(SystemError) {
        var line = ByteBuffer(copying: entry.span)
        line.append(UInt8(ascii: "\n"))
        try ledger?.append(line.span)
    }
}
