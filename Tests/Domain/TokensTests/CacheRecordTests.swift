import Bytes
import Hashing
import Signing
import TestSupport
import Testing
import Time
import Tokens

struct CacheRecordTests {
    private let owner = CacheRecord.Owner(
        profile: "default", identity: "fedcba9876543210", source: "0123456789abcdef")

    private func record(of credential: Credential) -> [UInt8] {
        var bytes = ByteBuffer()
        CacheRecord.write(credential, of: owner, to: &bytes)
        return bytes.array
    }

    private func problem(in bytes: [UInt8], for other: CacheRecord.Owner? = nil) -> CacheRecord.Problem? {
        do throws(CacheRecord.Problem) {
            _ = try CacheRecord.read(bytes.span, for: other ?? owner)
            return nil
        } catch {
            return error
        }
    }

    /// A record with another line, and the digest that belongs to it.
    private func sealed(_ line: String) -> [UInt8] {
        var bytes = ByteBuffer(copying: line.utf8Span.span)
        let digest = sha256(line.utf8Span.span)
        bytes.append("\n")
        for index in 0..<32 {
            let byte = String(digest[index], radix: 16)
            bytes.append(byte.utf8.count == 1 ? "0\(byte)" : byte)
        }
        bytes.append("\n")
        return bytes.array
    }

    private func line(of credential: Credential) throws -> String {
        String(decoding: record(of: credential).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    @Test(arguments: [
        Parts(), Parts(life: nil), Parts(token: ""), Parts(life: -100), Parts(secret: #"!"\/'<>&{}[]:,"#),
        Parts(keyID: String(repeating: "k", count: 256), token: String(repeating: "\"", count: 8_192)),
    ])
    func `a written record is read back unchanged`(parts: Parts) throws {
        let bytes = record(of: try parts.credential(generation: 42))
        #expect(bytes.count <= CacheRecord.maximumLength)
        let read = try CacheRecord.read(bytes.span, for: owner)
        #expect(read.generation == 42)
        #expect(read.fetchedAt == start.wall)
        #expect(read.expiration == parts.life.map { start.wall + $0 })
        #expect(read.signing.keyID.string == parts.keyID)
        #expect(read.signing.securityToken.string == parts.token)
        #expect(read.secret.string == parts.secret)
    }

    @Test func `each changed byte is noticed`() throws {
        let bytes = record(of: try Parts().credential())
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= change
                #expect(problem(in: damaged) == .torn)
            }
        }
    }

    @Test func `each missing or added byte is noticed`() throws {
        let bytes = record(of: try Parts().credential())
        for length in bytes.indices { #expect(problem(in: Array(bytes[..<length])) == .torn) }
        for index in bytes.indices {
            var shorter = bytes
            shorter.remove(at: index)
            // Of two equal bytes side by side it does not matter which is gone: what is left is still another record.
            #expect(problem(in: shorter) == .torn)
        }
        for byte: UInt8 in [0x00, 0x0A, 0x20] { #expect(problem(in: bytes + [byte]) == .torn) }
        #expect(problem(in: bytes + bytes) == .torn)
    }

    @Test func `a record of another profile, source or format is distinguished from a damaged one`() throws {
        let bytes = record(of: try Parts().credential())
        #expect(
            problem(in: bytes, for: .init(profile: "Default", identity: owner.identity, source: owner.source))
                == .otherProfile)
        #expect(problem(in: bytes, for: .init(profile: "default", identity: "", source: "")) == .otherProfile)
        #expect(
            problem(in: bytes, for: .init(profile: "default", identity: "x", source: owner.source))
                == .otherProfile)
        let line = try line(of: Parts().credential())
        for format in ["0", "2", "-1"] {
            #expect(
                problem(in: sealed(line.replacing("\"format\":1", with: "\"format\":\(format)")))
                    == .otherFormat)
        }
        #expect(problem(in: sealed(line)) == nil)
    }

    /// Under a right digest: what no writer of ours writes.
    @Test(arguments: [
        ("\"generation\":1", "\"generation\":0"), ("\"generation\":1", "\"generation\":-1"),
        ("\"generation\":1", "\"generation\":9223372036854775807"),
        ("\"generation\":1", "\"generation\":9007199254740993"),
        ("\"generation\":1", "\"generation\":1.5"),
        ("\"generation\":1", "\"generation\":\"1\""), ("\"generation\":1", "\"x\":1"),
        // The Kelvin sign, which is a K to the `==` of Swift.
        ("\"accessKeyId\"", "\"access\u{212A}eyId\""),
        ("\"fetchedAt\":1700000000", "\"fetchedAt\":9223372036854775807"),
        ("\"expiration\":1700003600", "\"expiration\":9223372036854775807"),
        ("\"expiration\":1700003600", "\"expiration\":-9223372036854775807"),
        ("\"expiration\":1700003600", "\"expiration\":null"), ("\"STS.key\"", "\"\""), ("\"secret\"", "\"\""),
        ("\"token\"", "\"to ken\""), ("\"token\"", "7"), ("{", "["), ("}", "},"), ("}", "}{}"),
    ])
    func `a record that makes no sense is damaged, whatever its digest`(good: String, bad: String) throws {
        let line = try line(of: Parts().credential())
        #expect(line.contains(good))
        #expect(problem(in: sealed(line.replacing(good, with: bad))) == .torn)
    }

    @Test func `one that is too long is not even looked at`() throws {
        let line = try line(of: Parts().credential())
        let filler = CacheRecord.maximumLength - sealed(line).count - "\"x\":\"\",".utf8.count
        let longest = line.replacing("{", with: "{\"x\":\"\(String(repeating: "x", count: filler))\",")
        #expect(sealed(longest).count == CacheRecord.maximumLength)
        #expect(problem(in: sealed(longest)) == nil)
        #expect(problem(in: sealed(longest.replacing("{\"x\":\"", with: "{\"x\":\"x"))) == .torn)
    }

    @Test func `no damage stops the process`() throws {
        let line = try line(of: Parts().credential())
        var random = SeededRandom(seed: 9)
        for _ in 0..<5_000 {
            var bytes = Array(line.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                    in: 0x20...0x7E, using: &random)
            }
            _ = problem(in: sealed(String(decoding: bytes, as: UTF8.self)))
        }
    }
}
