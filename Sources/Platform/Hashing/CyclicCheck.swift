/// A cyclic redundancy check with reflected bits, whose register begins and ends inverted.
///
/// All three are computed in a register of 64 bits, eight bytes at a step: the upper half of a check with 32 bits stays zero.
package struct CyclicCheck {
    /// The polynomials that S3 knows, by their names in the catalogue of parametrised CRC algorithms.
    package enum Kind: CaseIterable, Sendable {
        /// CRC-32/ISO-HDLC
        case crc32
        /// CRC-32/ISCSI (RFC 3720)
        case crc32c
        /// CRC-64/NVME
        case crc64nvme

        /// The bytes of the result.
        package var length: Int { self == .crc64nvme ? 8 : 4 }
    }

    private let kind: Kind
    private let table: [UInt64]
    private var register: UInt64

    package init(_ kind: Kind) {
        self.kind = kind
        table = kind.table
        register = kind.inversion
    }

    package var value: UInt64 { register ^ kind.inversion }

    package mutating func update(_ bytes: Span<UInt8>) {
        var register = register
        unsafe table.withUnsafeBufferPointer { table in
            unsafe bytes.withUnsafeBytes { bytes in
                var index = 0
                while index + 8 <= bytes.count {
                    let eight = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    register = unsafe CyclicCheck.step(register ^ UInt64(littleEndian: eight), table)
                    index += 8
                }
                while index < bytes.count {
                    register =
                        unsafe register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ bytes[index])]
                    index += 1
                }
            }
        }
        self.register = register
    }

    /// The lowest byte is the first one, so the seven others follow it.
    @inline(__always) private static func step(_ word: UInt64, _ table: UnsafeBufferPointer<UInt64>) -> UInt64
    {
        var next: UInt64 = 0
        for place in 0..<8 {
            next ^=
                unsafe table[(7 - place) << 8 | Int(UInt8(truncatingIfNeeded: word >> UInt64(place << 3)))]
        }
        return next
    }
}

extension CyclicCheck.Kind {
    fileprivate var inversion: UInt64 { self == .crc64nvme ? .max : UInt64(UInt32.max) }

    fileprivate var table: [UInt64] {
        switch self {
        case .crc32: crc32Table
        case .crc32c: crc32cTable
        case .crc64nvme: crc64Table
        }
    }
}

private let crc32Table = checks(of: 0xEDB8_8320)
private let crc32cTable = checks(of: 0x82F6_3B78)
private let crc64Table = checks(of: 0x9A6C_9329_AC4B_C9B5)

/// The checks of each byte, then of each byte with one zero behind it, and so on up to seven.
private func checks(of polynomial: UInt64) -> [UInt64] {
    var table: [UInt64] = (0..<256).map { byte in
        (0..<8).reduce(UInt64(byte)) { check, _ in check >> 1 ^ (check & 1 == 1 ? polynomial : 0) }
    }
    for index in 256..<2_048 {
        let shorter = table[index - 256]
        table.append(shorter >> 8 ^ table[Int(shorter & 0xFF)])
    }
    return table
}
