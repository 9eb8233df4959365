import Kernel

/// How long requests took, one after the other on one connection.
///
/// Without the time in which other programs had the processors, while the daemon or this thread was ready to run.
struct Latency: CustomStringConvertible {
    private let sorted: [Duration]

    init(
        of count: Int, to daemon: borrowing RunningDaemon, on client: Client, _ question: String,
        between: (Int) throws -> Void = { _ in }
    ) throws {
        var times: [Duration] = []
        for round in 0..<count {
            try between(round)
            let waited = Latency.waits(of: daemon)
            let start = KernelClock.bootNanoseconds()
            let answer = try client.ask("POST", "/v1/presign", question)
            let end = KernelClock.bootNanoseconds()
            times.append(.nanoseconds(end - start - (Latency.waits(of: daemon) - waited)))
            guard answer.status == 200 else { throw SystemError(call: "presign", code: Int32(answer.status)) }
        }
        sorted = times.sorted()
    }

    /// Nanoseconds in the queue for a processor, the second number; none where the kernel counts them not.
    private static func waits(of daemon: borrowing RunningDaemon) -> Int64 {
        ["/proc/\(daemon.process)/schedstat", "/proc/thread-self/schedstat"].reduce(0) { sum, path in
            let numbers = (try? read(path))?.split(separator: " ") ?? []
            return sum + (numbers.count > 1 ? Int64(numbers[1]) ?? 0 : 0)
        }
    }

    var median: Duration { sorted[sorted.count / 2] }
    /// 99 of 100 were not slower.
    var share99: Duration { sorted[sorted.count * 99 / 100] }

    var description: String { "median \(median), p99 \(share99), slowest \(sorted[sorted.count - 1])" }
}
