import Bytes
import TestSupport
import Testing

/// A search by many bytes at a time must find the same as a search by single bytes.
struct PlainTextTests {
    @Test(arguments: 0...255)
    func `stops at the bytes that a JSON string must escape`(byte: Int) {
        let isSpecial = byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C
        for length in [1, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 81, 130] {
            for place in 0..<length {
                var bytes = [UInt8](repeating: 0x61, count: length)
                bytes[place] = UInt8(byte)
                let found = first(in: bytes)
                let isPlain = bytes.span.isPlain
                #expect(found == (isSpecial ? place : nil) && isPlain == !isSpecial)
            }
        }
    }

    @Test func `bytes after the first special one change nothing`() {
        for next in UInt8.min...UInt8.max {
            let found = first(in: [0x61, 0x61, 0x1F, next, next, next, 0x61, 0x61])
            #expect(found == 2)
        }
    }

    @Test func `finds one after the other, wherever it begins`() {
        var random = SeededRandom(seed: 7)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in random.next() % 20 == 0 ? UInt8(0x22) : 0x61 }
            var search = SpecialBytes()
            for start in Array(0...length) + [length / 2, 0] {
                let found = search.first(in: bytes.span, from: start)
                #expect(found == bytes[start...].firstIndex(of: 0x22))
            }
        }
    }

    private func first(in bytes: [UInt8]) -> Int? {
        var search = SpecialBytes()
        return search.first(in: bytes.span, from: 0)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17])
    func `sees a byte beyond ASCII wherever it is`(length: Int) {
        let plain = [UInt8](repeating: 0x61, count: length)
        let whole = plain.span.countOfASCIIPrefix
        #expect(whole == length || length < 8)
        for place in 0..<length {
            var bytes = plain
            bytes[place] = 0x80
            let found = bytes.span.countOfASCIIPrefix
            #expect(found <= place)
        }
    }
}
