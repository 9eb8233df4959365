/// Random numbers that are the same in every run (SplitMix64), so that a failure can be repeated from its seed.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Any bytes, as many as `count` allows.
    package mutating func bytes(count: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: count, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
