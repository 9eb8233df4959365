import Bytes
import Hashing
import TestSupport
import Testing

struct SHA256Tests {
    /// The examples that NIST publishes for FIPS 180-4, and the digest of nothing.
    @Test(arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            """
            abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst\
            nopqrstu
            """, 1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `digests as in FIPS 180-4`(text: String, times: Int, expected: String) {
        var message = ByteBuffer()
        for _ in 0..<times { message.append(text) }
        let digest = sha256(message.span)
        #expect(digest.span.array == [UInt8](hex: expected))
    }
}
