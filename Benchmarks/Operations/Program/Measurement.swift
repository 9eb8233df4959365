internal import CAllocations

/// The cost of one unit of an operation: its time depends on the machine, its allocations are exact.
struct Measurement {
    private static let batches = 101
    private static let batchTime = Duration.microseconds(250)

    let nanoseconds: Int
    let allocations: Double

    init(of operation: Operation) {
        // Until no buffer grows any more.
        for _ in 0..<100 { operation.run() }
        allocations = Measurement.allocations(of: operation)
        nanoseconds = Measurement.nanoseconds(of: operation)
    }

    private static func allocations(of operation: Operation) -> Double {
        let times = 100
        let before = allocations_so_far()
        for _ in 0..<times { operation.run() }
        return Double(allocations_so_far() - before) / Double(times * operation.units)
    }

    /// The median of batches: long enough that reading the clock does not matter, short enough to be left alone.
    private static func nanoseconds(of operation: Operation) -> Int {
        var times = 1
        while time(operation, times: times) < batchTime { times *= 2 }
        let batches = (0..<batches).map { _ in time(operation, times: times) }.sorted()
        let median = batches[batches.count / 2] / (times * operation.units)
        return Int(median.components.attoseconds / 1_000_000_000)
    }

    private static func time(_ operation: Operation, times: Int) -> Duration {
        ContinuousClock().measure {
            for _ in 0..<times { operation.run() }
        }
    }
}
