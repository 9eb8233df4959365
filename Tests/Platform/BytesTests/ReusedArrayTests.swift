import Bytes
import TestSupport
import Testing

/// Compared with an array, which behaves the same.
struct ReusedArrayTests {
    @Test func `behaves like an array`() {
        var random = SeededRandom(seed: 11)
        var reused = ReusedArray<Int>(capacity: 1)
        var array: [Int] = []
        for step in 0..<2_000 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                reused.removeAll()
                array.removeAll()
            case 1..<20:
                reused.append(step)
                array.append(step)
            case 20..<30 where !array.isEmpty:
                let place = Int.random(in: array.indices, using: &random)
                reused[place] = step
                array[place] = step
            default:
                let place = Int.random(in: 0...array.count, using: &random)
                reused.insert(step, at: place)
                array.insert(step, at: place)
            }
            let elements = reused.indices.map { reused[$0] }
            #expect(elements == array && reused.first == array.first && reused.last == array.last)
        }
    }

    @Test func `releases its content`() {
        let guest = Guest()
        weak let seen = guest
        var reused = ReusedArray(repeating: Optional(guest), count: 3)
        _ = consume guest
        #expect(seen != nil)
        reused[0] = nil
        reused[1] = nil
        #expect(seen != nil)
        reused.removeAll()
        #expect(seen == nil)
    }

    @Test func `refuses an index behind its end`() async {
        await #expect(processExitsWith: .failure) {
            let reused = ReusedArray(repeating: 0, count: 2)
            _ = reused[2]
        }
    }
}

private final class Guest {}
