import Bytes
import TestSupport
import Testing

/// A search by sixteen bytes must find the same as a search by single bytes.
struct ByteClassTests {
    private static let letters = (0x41...0x5A).map(UInt8.init) + (0x61...0x7A).map(UInt8.init)
    private static let digits = (0x30...0x39).map(UInt8.init)
    private static let dash = UInt8(ascii: "-")

    static let members: [(ByteClass, Set<UInt8>)] = [
        (.unreserved, Set(letters + digits + Array("-._~".utf8))),
        (.unreservedOrSlash, Set(letters + digits + Array("-._~/".utf8))),
        (.word, Set(letters + digits + [dash])),
        (.lowerWord, Set(letters.suffix(26) + digits + [dash])),
        (.line, Set([0x09] + (0x20...0x7E).map(UInt8.init) + (0x80...0xFF).map(UInt8.init))),
        (.whiteSpace, Set(" \t\n\r".utf8)),
    ]

    @Test(arguments: members)
    func `each class has exactly these members`(kind: ByteClass, members: Set<UInt8>) {
        for byte in UInt8.min...UInt8.max {
            for length in [1, 15, 16, 17, 40] {
                let isAll = [UInt8](repeating: byte, count: length).span.isAll(kind)
                #expect(isAll == members.contains(byte))
            }
        }
    }

    @Test(arguments: members)
    func `a run ends where the first other stands`(kind: ByteClass, members: Set<UInt8>) {
        var random = SeededRandom(seed: 3)
        let usual = UInt8(ascii: members.contains(UInt8(ascii: "a")) ? "a" : " ")
        for length in 0..<70 {
            for _ in 0..<20 {
                let bytes = (0..<length).map { _ in
                    let isAny = UInt8.random(in: 0..<20, using: &random) == 0
                    return isAny ? UInt8.random(in: 0...255, using: &random) : usual
                }
                let start = Int.random(in: 0...length, using: &random)
                let end = Int.random(in: start...length, using: &random)
                let found = bytes.span.endOfRun(of: kind, in: start..<end)
                #expect(found == (start..<end).first { !members.contains(bytes[$0]) } ?? end)
            }
        }
    }
}
