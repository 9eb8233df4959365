import Bytes
import Hashing
import TestSupport
import Testing
import Tokens

struct SealedRecordTests {
    private struct NoKey: Error {}

    private func key(_ byte: UInt8 = 7) throws -> AES256GCM {
        guard let key = AES256GCM(key: [UInt8](repeating: byte, count: 32).span) else { throw NoKey() }
        return key
    }

    private func sealed(_ record: String = "the record", under nonce: [UInt8] = [UInt8](1...12)) throws
        -> [UInt8]
    {
        let key = try key()
        let bytes = Array(record.utf8)
        let sealed = SealedRecord.seal(bytes.span, of: "main", nonce: nonce.span, with: key)
        return sealed.array
    }

    private func isSealed(_ bytes: [UInt8]) -> Bool { SealedRecord.isSealed(bytes.span) }

    private func problem(_ bytes: [UInt8], of profile: String = "main", key byte: UInt8 = 7) throws
        -> CacheRecord.Problem?
    {
        let key = try key(byte)
        do throws(CacheRecord.Problem) {
            _ = try SealedRecord.open(bytes.span, of: profile, with: key)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a sealed record opens with its key for its profile`() throws {
        let bytes = try sealed()
        let key = try key()
        let opened = try SealedRecord.open(bytes.span, of: "main", with: key)
        #expect(opened.string == "the record")
        #expect(try problem(sealed(), key: 8) == .otherKey)
        #expect(try problem(sealed(), of: "other") == .otherKey)
        #expect(try problem(sealed(), of: "") == .otherKey)
    }

    @Test func `nothing of the record can be read in it`() throws {
        let secret = String(repeating: "secret ", count: 100)
        let bytes = try sealed(secret)
        #expect(bytes.count == 18 + 12 + secret.utf8.count + 16)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(isSealed(bytes))
        #expect(!isSealed(Array(secret.utf8)))
    }

    @Test func `each changed byte is noticed`() throws {
        let bytes = try sealed()
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= change
                #expect(try problem(damaged) == (index < 18 ? .otherFormat : .otherKey))
            }
        }
    }

    @Test func `each missing or added byte is noticed`() throws {
        let bytes = try sealed()
        for length in bytes.indices { #expect(try problem(Array(bytes[..<length])) != nil) }
        // Header, nonce and tag, without which there is nothing to try a key on.
        for length in 18..<46 { #expect(try problem(Array(bytes[..<length])) == .torn) }
        #expect(try problem(bytes + [0]) == .otherKey)
        #expect(try problem(bytes + [UInt8](repeating: 0, count: 40_000)) == .torn)
    }

    @Test func `a record may be as long as one that is not sealed`() throws {
        let longest = String(repeating: "x", count: CacheRecord.maximumLength)
        #expect(try problem(sealed(longest)) == nil)
        #expect(try problem(sealed(longest + "x")) == .torn)
    }

    @Test func `header and profile are bound, in this order`() throws {
        let key = try key()
        let bytes = try sealed()
        let (nonce, rest) = (Array(bytes[18..<30]), Array(bytes[30...]))
        for (bound, opens) in [
            ("ossauthd sealed 1\nmain", true), ("main", false), ("ossauthd sealed 1\n", false),
        ] {
            let record = key.open(rest.span, nonce: nonce.span, binding: bound.utf8Span.span)
            let isOpen = record != nil
            #expect(isOpen == opens)
        }
    }

    /// The version is bound: a record of today does not pass for one of another format.
    @Test func `another version is distinguished from damage`() throws {
        var bytes = try sealed()
        bytes[16] = UInt8(ascii: "2")
        #expect(isSealed(bytes))
        #expect(try problem(bytes) == .otherFormat)
    }

    /// The nonce is the caller's: two records under two of them have nothing in common but the header.
    @Test func `the same record under another nonce is other bytes`() throws {
        let (one, other) = (try sealed(), try sealed(under: [UInt8](2...13)))
        #expect(one[..<18] == other[..<18])
        #expect(one[30..<40] != other[30..<40])
        #expect(try problem(other) == nil)
    }
}
