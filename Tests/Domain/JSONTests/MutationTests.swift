import Bytes
import Foundation
import JSON
import TestSupport
import Testing

/// Damaged documents: nothing traps, and an accepted document is accepted everywhere.
struct MutationTests {
    private static let documents = [
        #"{"profile":"default","parameters":{"acl":null,"x-oss-process":["a","b"]},"expires":900,"explain":true}"#,
        #"{"StatusCode":"200","AccessKeyId":"STS.x","Expiration":"2023-12-16T16:20:57.000Z","a":[1.5e-3,-0,[],{}]}"#,
        #"{"expiration":"2023-12-16T17:20:57Z","conditions":[["eq","$key","\ud83d\ude00\n\u00e9"],["content-length-range",0,1E9]]}"#,
        " [ null , false ,\t\"ü文😀\" , -12.5E+3 , { \"\" : [ [ [ ] ] ] } ]\r\n",
    ]

    @Test(arguments: documents)
    func `never traps, and accepts nothing that another reader refuses`(document: String) throws {
        var random = SeededRandom(seed: UInt64(document.utf8.count))
        var accepted = 0
        for _ in 0..<4_000 {
            var bytes = Array(document.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, with: &random) }
            guard problem(in: bytes) == nil else { continue }
            accepted += 1
            #expect(try walk(bytes) == bytes.count)
            #expect(isJSON(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect((1..<4_000).contains(accepted))
    }

    @Test(arguments: documents)
    func `every beginning of a document ends too early`(document: String) {
        let bytes = Array(document.utf8)
        let end = bytes.lastIndex { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") } ?? 0
        for count in 0...end {
            #expect(problem(in: Array(bytes.prefix(count))) != nil)
        }
        #expect(problem(in: bytes) == nil)
    }

    private func damage(_ bytes: inout [UInt8], with random: inout SeededRandom) {
        let marks = Array("{}[]\",:\\u0123dD89-+.eE \n\u{1}tfn".utf8) + [0x80, 0xC3, 0xED, 0xFF]
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        let mark = marks.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where !bytes.isEmpty: bytes[place] = mark
        case 1 where !bytes.isEmpty: bytes.remove(at: place)
        case 2: bytes.insert(mark, at: min(place, bytes.count))
        case 3 where !bytes.isEmpty: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        default: bytes.insert(contentsOf: bytes.prefix(8), at: min(place, bytes.count))
        }
    }

    /// Reads every value with the reader that is made for it, and says where the text ends.
    private func walk(_ bytes: [UInt8]) throws -> Int {
        var reader = JSONReader(bytes.span)
        var buffer = ByteBuffer()
        try walk(&reader, into: &buffer)
        try reader.end()
        #expect(buffer.count <= bytes.count)
        #expect(String(validating: buffer.array, as: UTF8.self) != nil)
        return reader.offset
    }

    private func walk(_ reader: inout JSONReader, into buffer: inout ByteBuffer) throws {
        switch try reader.peek() {
        case .object:
            try reader.beginObject()
            while let name = try reader.nextMember() {
                _ = reader.append(name, to: &buffer)
                try walk(&reader, into: &buffer)
            }
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try walk(&reader, into: &buffer) }
        case .string: _ = reader.append(try reader.string(), to: &buffer)
        case .number: _ = try reader.number()
        case .boolean: _ = try reader.boolean()
        case .null: #expect(try reader.takeNull())
        }
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
}
