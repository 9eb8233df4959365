import Bytes
import Testing

/// The search by sixteens must find what a look at each byte would.
struct PlainTextTests {
    @Test(arguments: 0...255)
    func `stops at what a JSON string cannot have as it is`(byte: Int) {
        let isSpecial = byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C
        for length in [1, 7, 8, 9, 15, 16, 17, 31, 33] {
            for place in 0..<length {
                var bytes = [UInt8](repeating: 0x61, count: length)
                bytes[place] = UInt8(byte)
                let found = bytes.span.firstSpecial()
                #expect(found == (isSpecial ? place : nil))
            }
        }
    }

    @Test func `what comes after the first changes nothing`() {
        for next in UInt8.min...UInt8.max {
            let bytes: [UInt8] = [0x61, 0x61, 0x1F, next, next, next, 0x61, 0x61]
            let found = bytes.span.firstSpecial()
            #expect(found == 2)
        }
    }

    @Test func `begins where it is told`() {
        let bytes = Array(#"12"4567890"2"#.utf8)
        let places = [3, 11, 99].map { start in bytes.span.firstSpecial(from: start) }
        #expect(places == [10, nil, nil])
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
