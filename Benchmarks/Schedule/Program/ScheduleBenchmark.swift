import Bytes
import Kernel

/// Simulates what AppServers see of us, prints the figures, and draws them.
enum ScheduleBenchmark {
    private static let hosts = 10_000

    /// The argument is the folder for the pictures.
    static func run(_ arguments: [String]) {
        do {
            let folder = arguments.first ?? "."
            try write(try start(), to: "\(folder)/fleet-start.svg")
            try write(try outage(), to: "\(folder)/fleet-outage.svg")
            try recovery()
            try write(try host(), to: "\(folder)/host-outage.svg")
        } catch {
            print("\(error)")
            ThisProcess.exit(1)
        }
    }

    private static func write(_ plot: Plot, to path: String) throws(SystemError) {
        try File.replace(path, with: plot.svg.utf8Span.span)
    }

    /// Six hours from the moment at which all are switched on.
    private static func start() throws -> Plot {
        let minutes = try Fleet(hosts: hosts, seconds: 6 * 3_600).calls(seed: 5).byMinute
        report("10,000 hosts started together", minutes[60...])
        return plot("10,000 hosts that were switched on together", minutes, settled: 60)
    }

    /// Down for an hour and a half, which is longer than a token lives.
    private static func outage() throws -> Plot {
        var fleet = Fleet(hosts: hosts, seconds: 6 * 3_600)
        fleet.outage = 3_600..<9_000
        let minutes = try fleet.calls(seed: 6).byMinute
        report("10,000 hosts after an outage of 90 minutes", minutes[210...])
        var plot = plot(
            "10,000 hosts whose AppServer is down for 90 minutes", minutes, settled: 210, top: 6_000)
        plot.outage = 60..<150
        return plot
    }

    /// Programs ask all hosts, whose tokens ended in the outage; their AppServer gets 90 tokens a second from STS.
    private static func recovery() throws {
        var fleet = Fleet(hosts: hosts, seconds: 3 * 3_600)
        fleet.outage = 3_600..<9_000
        fleet.isAsked = true
        fleet.issueRate = 90
        let (calls, tokens) = try fleet.run(seed: 7)
        var served = 0
        let last = tokens.indices.first { second in
            if second >= 9_000 { served += tokens[second] }
            return served >= hosts
        }
        print(
            "10,000 hosts that refuse requests, after that outage: at most \(calls[8_000...].max() ?? 0) calls a second, "
                + "\(tokens[9_000...].max() ?? 0) tokens a second; all have one after \((last ?? 0) - 9_000) s"
        )
    }

    /// One host for the whole life of its token.
    private static func host() throws -> Plot {
        var fleet = Fleet(hosts: 1, seconds: 2 * 3_600)
        fleet.outage = 1..<7_200
        let calls = try fleet.calls(seed: 11)
        let count = calls[1..<3_600].reduce(0, +)
        print(
            "one host, AppServer down for a whole life: \(count) calls until the end of the token, "
                + "\(calls.reduce(0, +) - count - 1) in the hour after it")
        var plot = Plot(
            title: "One host whose AppServer is down for two hours, with a token of one hour",
            values: calls.byMinute.map(Double.init), ticks: (10, "minutes", { $0 }), top: 10)
        plot.outage = 1..<120
        plot.events = [Plot.Event(label: "the token ends", bar: 60)]
        return plot
    }

    /// The tests compare the minutes after `settled` with the mean one.
    private static func plot(_ title: String, _ minutes: [Int], settled: Int, top: Double = 1_000) -> Plot {
        let mean = Double(hosts) / 30
        return Plot(
            title: title, values: minutes.map(Double.init), ticks: (60, "hours", { $0 / 60 }), top: top,
            lines: [Plot.Line(label: "1.3 × mean: the limit of the tests", value: 1.3 * mean, bar: settled)])
    }

    private static func report(_ name: String, _ minutes: ArraySlice<Int>) {
        let mean = Double(minutes.reduce(0, +)) / Double(minutes.count)
        let peak = Double(minutes.max() ?? 0)
        print(
            "\(name): mean \(Int(mean)) a minute, fullest \(Int(peak)), ratio \((peak / mean * 100).rounded() / 100)"
        )
    }
}

extension [Int] {
    fileprivate var byMinute: [Int] {
        stride(from: 0, to: count, by: 60).map { self[$0..<Swift.min($0 + 60, count)].reduce(0, +) }
    }
}
