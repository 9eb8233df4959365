internal import Bytes
internal import JSON
internal import Text
internal import Time

/// The members of a cache record while it is read.
struct CacheFields: ~Copyable {
    var text = ByteBuffer(capacity: 4_096)
    var format = 0
    var profile = ""
    var source = ""
    private var generation = 0
    private var fetchedAt = 0
    private var expiration: Int?
    private var keyID = 0..<0
    private var secret = 0..<0
    private var token = 0..<0

    mutating func read(_ line: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(line)
        try json.beginObject()
        while let name = try json.nextMember() {
            if json.matches(name, "format") {
                format = try json.integer()
            } else if json.matches(name, "generation") {
                generation = try json.integer()
            } else if json.matches(name, "fetchedAt") {
                fetchedAt = try json.integer()
            } else if json.matches(name, "expiration") {
                expiration = try json.integer()
            } else {
                try readText(name, &json)
            }
        }
        try json.end()
    }

    private mutating func readText(_ name: JSONString, _ json: inout JSONReader) throws(JSONError) {
        if json.matches(name, "profile") {
            profile = json.text(of: try json.string())
        } else if json.matches(name, "source") {
            source = json.text(of: try json.string())
        } else if json.matches(name, "accessKeyId") {
            keyID = json.append(try json.string(), to: &text)
        } else if json.matches(name, "accessKeySecret") {
            secret = json.append(try json.string(), to: &text)
        } else if json.matches(name, "securityToken") {
            token = json.append(try json.string(), to: &text)
        } else {
            try json.skipValue()
        }
    }

    func credential() throws(CacheRecord.Problem) -> Credential {
        let written = Timestamp(secondsSince1970: Int64(fetchedAt))
        let end = expiration.map { Timestamp(secondsSince1970: Int64($0)) }
        guard CacheRecord.generations.contains(generation), Timestamp.representable.contains(written),
            end.map(Timestamp.representable.contains) ?? true
        else { throw .torn }
        do {
            let received = try ReceivedCredential(
                keyID: text[keyID], secret: text[secret], securityToken: text[token], expiration: end)
            return Credential(received, generation: generation, fetchedAt: written)
        } catch {
            throw .torn
        }
    }
}
