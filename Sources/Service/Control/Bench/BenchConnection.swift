internal import Bytes
internal import Commands
internal import Kernel

/// One connection of a load: so many requests on the way, and when each was sent.
struct BenchConnection: ~Copyable {
    private var channel: Channel
    /// When the requests on the way were sent, the oldest at `oldest`.
    private var sendTimes: [Int64]
    private var oldest = 0

    init(_ connection: consuming Descriptor, to path: String, depth: Int) {
        channel = Channel(connection, to: path)
        sendTimes = [Int64](repeating: 0, count: depth)
    }

    func join(_ events: borrowing EventSet, as token: UInt64) throws(SystemError) {
        try events.add(channel.connection, for: .input, token: token)
    }

    /// Sends the first requests.
    mutating func begin(_ request: borrowing ByteBuffer) throws(SystemError) {
        let now = KernelClock.bootNanoseconds()
        for index in sendTimes.indices {
            sendTimes[index] = now
            channel.queue(request)
        }
        try channel.send()
    }

    /// Reads the answers that have come; `false`: the daemon has hung up.
    mutating func receive() throws(SystemError) -> Bool {
        try channel.receive()
    }

    /// Takes the answers that have come, and asks anew for each; a refusal of the very first request is an error.
    mutating func proceed(
        _ request: borrowing ByteBuffer, _ report: inout BenchReport
    ) throws(Failure) {
        let now = KernelClock.bootNanoseconds()
        while let arrival = try channel.next() {
            if !report.isAnswer(arrival.code), report.isEmpty {
                throw Failure(arrival.code, channel[arrival], to: .status)
            }
            report.take(code: arrival.code, nanoseconds: now - sendTimes[oldest])
            sendTimes[oldest] = now
            oldest = oldest + 1 == sendTimes.count ? 0 : oldest + 1
            channel.queue(request)
        }
    }

    /// Sends what goes; the rest goes with the next answer, and there is one to come.
    mutating func send() throws(SystemError) {
        try channel.send()
    }
}
