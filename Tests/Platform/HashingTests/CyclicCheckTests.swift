import Bytes
import Hashing
import TestSupport
import Testing

struct CyclicCheckTests {
    private static let digits = "123456789"

    private func check(_ kind: CyclicCheck.Kind, _ pieces: [UInt8]...) -> UInt64 {
        var check = CyclicCheck(kind)
        for piece in pieces { check.update(piece.span) }
        return check.value
    }

    /// The check values of the catalogue of parametrised CRC algorithms.
    @Test(arguments: [
        (CyclicCheck.Kind.crc32, 0xCBF4_3926 as UInt64), (.crc32c, 0xE306_9283),
        (.crc64nvme, 0xAE8B_1486_0A79_9888),
    ])
    func `each checksum has the value of the catalogue`(kind: CyclicCheck.Kind, value: UInt64) {
        #expect(check(kind, Array(Self.digits.utf8)) == value)
    }

    /// RFC 3720, B.4; the bytes of a result are sent with the lowest first there.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            ([UInt8](0..<32), 0x46DD_794E), ([UInt8](0..<32).reversed(), 0x113F_DB5C),
        ] as [([UInt8], UInt64)])
    func `CRC32C has the values of RFC 3720`(message: [UInt8], value: UInt64) {
        #expect(check(.crc32c, message) == value)
    }

    /// Computed with awscrt 0.38.1, the library of the SDKs of AWS: the bytes 0 to 250, again and again.
    @Test(arguments: [
        (CyclicCheck.Kind.crc32, 0xBCE3_A8C1 as UInt64), (.crc32c, 0xCAA0_8A5C),
        (.crc64nvme, 0x8276_4E35_9B76_9645),
    ])
    func `each checksum agrees with the SDKs of AWS`(kind: CyclicCheck.Kind, value: UInt64) {
        let message = (0..<100_003).map { UInt8($0 % 251) }
        #expect(check(kind, message) == value)
        for place in [0, 1, 7, 8, 9, 50_000, 100_002] {
            #expect(check(kind, Array(message[..<place]), Array(message[place...])) == value)
        }
    }

    @Test func `a hash may come in pieces`() {
        let message = (0..<1_000).map { UInt8($0 % 251) }
        var sha1 = RunningSHA1()
        var sha256 = RunningSHA256()
        for start in stride(from: 0, to: 1_000, by: 7) {
            let piece = Array(message[start..<min(start + 7, 1_000)])
            sha1.update(piece.span)
            sha256.update(piece.span)
        }
        #expect(sha1.digest().span.array == [UInt8](hex: "c9c960a0b925474fab83942cc27d504fc24ac37b"))
        #expect(
            sha256.digest().span.array
                == [UInt8](hex: "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d"))
    }
}
