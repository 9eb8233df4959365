import Kernel

/// How long requests took, one after the other on one connection.
struct Latency: CustomStringConvertible {
    private let sorted: [Duration]

    init(of count: Int, on client: Client, _ question: String, between: (Int) throws -> Void = { _ in })
        throws
    {
        var times: [Duration] = []
        for round in 0..<count {
            try between(round)
            let start = KernelClock.bootNanoseconds()
            let answer = try client.ask("POST", "/v1/presign", question)
            times.append(.nanoseconds(KernelClock.bootNanoseconds() - start))
            guard answer.status == 200 else { throw SystemError(call: "presign", code: Int32(answer.status)) }
        }
        sorted = times.sorted()
    }

    var median: Duration { sorted[sorted.count / 2] }
    /// 99 of 100 were not slower.
    var share99: Duration { sorted[sorted.count * 99 / 100] }

    var description: String { "median \(median), p99 \(share99), slowest \(sorted[sorted.count - 1])" }
}
