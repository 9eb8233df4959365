import Bytes

/// Damages bytes in ways that a seed repeats: a flip, a byte put in, a byte left out, a part that comes twice.
struct Mutation {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func damage(_ bytes: Span<UInt8>) -> ByteBuffer {
        let position = below(bytes.count)
        var damaged = ByteBuffer(copying: bytes.extracting(0..<position))
        switch below(4) {
        case 0: damaged.append(bytes[position] ^ UInt8(1 << below(8)))
        case 1: damaged.append(copyOf: below(position + 1)..<position)
        case 2: damaged.append(UInt8(below(256)))
        default: return damaged.appending(bytes.extracting(min(position + 1, bytes.count)..<bytes.count))
        }
        return damaged.appending(bytes.extracting(position..<bytes.count))
    }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }
}

extension ByteBuffer {
    fileprivate consuming func appending(_ rest: Span<UInt8>) -> ByteBuffer {
        append(rest)
        return self
    }
}
