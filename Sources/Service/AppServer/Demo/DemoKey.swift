internal import Bytes
internal import JSON

/// A key that was made up: its id says of which kind it is, as those of Alibaba Cloud do.
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
    /// The two members of a key, into an object that was begun.
    mutating func append(_ key: borrowing DemoKey) {
        member("AccessKeyId", key.id)
        member("AccessKeySecret", key.secret)
    }
}
