import TestSupport
import Testing

@testable import Bytes

struct ByteBufferTests {
    @Test func `keeps its bytes while it grows`() {
        var random = SeededRandom(seed: 1)
        var buffer = ByteBuffer(capacity: 0)
        var expected: [UInt8] = []
        for _ in 0..<500 {
            let bytes = random.bytes(count: 0...40)
            buffer.append(bytes.span)
            expected += bytes
            buffer.append(UInt8(ascii: "|"))
            expected.append(UInt8(ascii: "|"))
        }
        #expect(buffer.count == expected.count)
        #expect(buffer.array == expected)
    }

    @Test func `takes literals, strings, spans and other buffers`() {
        var other = ByteBuffer()
        other.append("four")
        let number = 2
        var buffer = ByteBuffer()
        buffer.append("o")
        buffer.append("ne ")
        buffer.append("number \(number) ")
        buffer.append("drei, dreißig ".utf8Span.span)
        buffer.append(other)
        #expect(buffer.string == "one number 2 drei, dreißig four")
    }

    @Test func `appends a copy of its own bytes, also when that makes it grow`() {
        var buffer = ByteBuffer(capacity: 16)
        buffer.append("0123456789abcdef")
        buffer.append(copyOf: 4..<16)
        buffer.append(copyOf: 0..<28)
        #expect(buffer.string == "0123456789abcdef456789abcdef0123456789abcdef456789abcdef")
    }

    @Test func `appends bytes derived from its own`() {
        var buffer = ByteBuffer(capacity: 16)
        buffer.append("abcdefgh")
        buffer.append(from: 2..<5, atMost: 100) { buffer, bytes in
            for _ in 0..<20 { buffer.append(bytes) }
        }
        #expect(buffer.string == "abcdefgh" + String(repeating: "cde", count: 20))
    }

    @Test func `drops from either end`() {
        var buffer = ByteBuffer()
        buffer.append("GET /next")
        buffer.removeFirst(4)
        #expect(buffer.string == "/next")
        buffer.truncate(to: 1)
        #expect(buffer.string == "/")
        buffer.removeFirst(1)
        #expect(buffer.count == 0)
        buffer.append("again")
        buffer.removeAll()
        #expect(buffer.count == 0)
    }

    @Test func `leaves no byte behind when wiped`() {
        var buffer = ByteBuffer(capacity: 32)
        buffer.append("secret")
        buffer.wipe()
        #expect(buffer.count == 0)
        unsafe buffer.appendUnsafely(atMost: 32) { memory in
            #expect(unsafe memory.prefix(6).allSatisfy { $0 == 0 })
            return 0
        }
    }

    @Test func `counts only the bytes that a system call wrote`() {
        var buffer = ByteBuffer(capacity: 16)
        buffer.append("abc")
        unsafe buffer.appendUnsafely(atMost: 64) { memory in
            unsafe memory[0] = UInt8(ascii: "d")
            unsafe memory[1] = UInt8(ascii: "e")
            return 1
        }
        #expect(buffer.string == "abcd")
    }

    @Test func `lends ranges and single bytes`() {
        var buffer = ByteBuffer()
        buffer.append("canonical")
        buffer[0] = UInt8(ascii: "C")
        #expect(String(copying: buffer[0..<5]) == "Canon")
        #expect(buffer[9..<9].count == 0)
        #expect(buffer[8] == UInt8(ascii: "l"))
    }

    @Test func `refuses an index behind its end`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(capacity: 64)
            buffer.append("abc")
            _ = buffer[3]
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(capacity: 64)
            buffer.append("abc")
            _ = buffer[1..<4].count
        }
    }

    /// Freed memory is allocated again; the heap itself writes only to its beginning.
    @Test(arguments: [0, 1, 2])
    func `released memory contains no byte of a buffer`(way: Int) async {
        // In its own process: another test might use the memory in between.
        await #expect(processExitsWith: .success) { [way] in
            let size = 4_096
            var address: UInt = 0
            do {
                var buffer = ByteBuffer(capacity: size)
                for _ in 0..<size { buffer.append(0xA5) }
                if way == 1 { buffer.removeAll() }
                if way == 2 { buffer.removeFirst(size - 1) }
                address = unsafe UInt(bitPattern: buffer.base)
            }
            let again = ByteBuffer(capacity: size)
            guard unsafe UInt(bitPattern: again.base) == address else { return }
            let left = unsafe UnsafeBufferPointer(start: again.base, count: size)
            precondition(unsafe left.contains(0xA5) == false)
        }
    }
}
