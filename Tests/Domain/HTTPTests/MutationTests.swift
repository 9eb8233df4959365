import HTTP
import TestSupport
import Testing

/// Requests with a few bytes changed, the same in every run: the decoder must neither trap nor contradict itself.
struct MutationTests {
    private static let interesting = Array(" \t\r\n:,;%?*/0123456789-+\u{0}\u{7f}hHcC".utf8)

    @Test(arguments: 0..<validRequests.count)
    func `gives the same whole and cut in two, whatever was changed`(index: Int) {
        var random = SeededRandom(seed: UInt64(index))
        let original = Array(validRequests[index].utf8)
        for _ in 0..<4_000 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<3, using: &random) { Self.change(&bytes, using: &random) }
            var scan = HeadScan()
            _ = Outcome(bytes.span.extracting(first: Int.random(in: 0...bytes.count, using: &random)), &scan)
            let later = scan == HeadScan() ? Outcome(bytes) : Outcome(bytes.span, &scan)
            // A malformed line whose end is not there yet may still wait for it.
            if later != .unfinished { #expect(later == Outcome(bytes)) }
            if case .request(let head) = later { expectRangesInside(head) }
        }
    }

    private static func change(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        let byte = interesting.randomElement(using: &random) ?? 0
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !bytes.isEmpty: bytes.remove(at: place)
        case 1 where !bytes.isEmpty: bytes[place] = byte
        case 2 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes.insert(byte, at: min(place, bytes.count))
        }
    }

    private func expectRangesInside(_ head: RequestHead) {
        #expect(head.path.upperBound <= head.query.lowerBound)
        #expect(head.query.upperBound < head.headers.range.lowerBound)
        #expect(head.headers.range.upperBound <= head.length)
        #expect(head.host.map { head.headers.range.contains($0.lowerBound) } ?? true)
    }
}
