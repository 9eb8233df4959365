import Bytes
import Hashing
import TestSupport
import Testing

struct AES256GCMTests {
    /// One of the test cases that David McGrew and John Viega sent to NIST with GCM.
    struct Case: Sendable {
        var key: String
        var nonce: String
        var context = ""
        var message = ""
        var sealed = ""
        var tag: String
    }

    private static let zero = String(repeating: "00", count: 32)
    private static let key = String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2)
    private static let message = """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525
        b16aedf5aa0de657ba637b391aafd255
        """
    private static let sealed = """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838
        c5f61e6393ba7a0abcc9f662898015ad
        """

    /// Numbers 13 to 16: those with a key of 256 bits and a nonce of 96.
    static let cases = [
        Case(key: zero, nonce: "000000000000000000000000", tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Case(
            key: zero, nonce: "000000000000000000000000", message: "00000000000000000000000000000000",
            sealed: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Case(
            key: key, nonce: "cafebabefacedbaddecaf888", message: message, sealed: sealed,
            tag: "b094dac5d93471bdec1a502270e3cc6c"),
        Case(
            key: key, nonce: "cafebabefacedbaddecaf888", context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            message: String(message.dropLast(8)), sealed: String(sealed.dropLast(8)),
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    private struct NoKey: Error {}

    private func cipher(_ key: [UInt8]) throws -> AES256GCM {
        guard let cipher = AES256GCM(key: key.span) else { throw NoKey() }
        return cipher
    }

    @Test(arguments: cases)
    func `seals and opens as in the specification`(example: Case) throws {
        let key = try cipher([UInt8](hex: example.key))
        let nonce = [UInt8](hex: example.nonce)
        let context = [UInt8](hex: example.context)
        var out = ByteBuffer()
        out.append("before")
        key.seal([UInt8](hex: example.message).span, nonce: nonce.span, binding: context.span, to: &out)
        #expect(out.array == Array("before".utf8) + [UInt8](hex: example.sealed + example.tag))
        let opened = key.open(out[6..<out.count], nonce: nonce.span, binding: context.span)
        #expect(opened?.array == [UInt8](hex: example.message))
    }

    @Test func `no bit of anything can change`() throws {
        let example = AES256GCMTests.cases[3]
        let parts = [
            example.key, example.nonce, example.context, example.sealed + example.tag,
        ].map { [UInt8](hex: $0) }
        #expect(try opens(parts))
        for part in parts.indices {
            for index in parts[part].indices {
                for bit in 0..<8 {
                    var changed = parts
                    changed[part][index] ^= 1 << UInt8(bit)
                    #expect(try !opens(changed))
                }
            }
        }
        for length in 0..<parts[3].count {
            #expect(try !opens([parts[0], parts[1], parts[2], Array(parts[3][..<length])]))
        }
    }

    /// Key, nonce, context and sealed message.
    private func opens(_ parts: [[UInt8]]) throws -> Bool {
        let (nonce, context, sealed) = (parts[1], parts[2], parts[3])
        let cipher = try cipher(parts[0])
        return cipher.open(sealed.span, nonce: nonce.span, binding: context.span).isThere
    }

    @Test(arguments: [0, 1, 16, 24, 31, 33, 64])
    func `a key has 32 bytes`(length: Int) {
        let key = [UInt8](repeating: 7, count: length)
        let isKey = AES256GCM(key: key.span).isThere
        #expect(!isKey)
    }
}

extension Optional where Wrapped: ~Copyable {
    /// `== nil` wants copies.
    fileprivate var isThere: Bool {
        switch self {
        case .some: true
        case .none: false
        }
    }
}
