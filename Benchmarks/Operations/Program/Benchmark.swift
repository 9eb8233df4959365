/// The program: measures all operations, or repeats one for a profiler.
enum Benchmark {
    /// The status to exit with: 1 when an operation allocates more than the thresholds on standard input allow.
    static func run(_ arguments: [String]) -> Int32 {
        switch arguments.first {
        case nil: return measure(against: Thresholds.read())
        case "--names":
            for operation in Operation.all() { print(operation.units, operation.name) }
            return 0
        case "--replay" where arguments.count == 3: return replay(arguments[1], times: Int(arguments[2]) ?? 0)
        default:
            print("usage: MeasureOperations <thresholds | --names | --replay NAME TIMES")
            return 2
        }
    }

    private static func measure(against thresholds: Thresholds) -> Int32 {
        var status: Int32 = 0
        printRow("operation", "ns", "allocations", "allowed")
        for operation in Operation.all() {
            let measured = Measurement(of: operation)
            let allowed = thresholds[operation.name]
            let isExceeded = allowed.map { measured.allocations > $0 } ?? true
            if isExceeded { status = 1 }
            printRow(
                operation.name, "\(measured.nanoseconds)", "\(measured.allocations)",
                (allowed.map { "\($0)" } ?? "none") + (isExceeded ? " EXCEEDED" : ""))
        }
        return status
    }

    private static func printRow(_ name: String, _ time: String, _ allocations: String, _ allowed: String) {
        print(name.padded(after: 30), time.padded(before: 8), allocations.padded(before: 12), " ", allowed)
    }

    private static func replay(_ name: String, times: Int) -> Int32 {
        guard let operation = Operation.all().first(where: { $0.name == name }) else {
            print("no operation is named \(name)")
            return 2
        }
        for _ in 0..<times { operation.run() }
        return 0
    }
}

extension String {
    fileprivate func padded(after width: Int) -> String { self + blanks(to: width) }
    fileprivate func padded(before width: Int) -> String { blanks(to: width) + self }
    private func blanks(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) }
}
