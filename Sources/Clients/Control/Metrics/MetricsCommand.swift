internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let metrics = Command(
        "metrics", "Print the daemon's metrics, or write them for node_exporter",
        details: [
            """
            Prints the text format of Prometheus. With --textfile the file is replaced whole, so that the \
            textfile collector of node_exporter never reads a part of it; it reads only names that end with .prom. The \
            timer ossauthd-metrics.timer does this.
            """
        ],
        options: [.textfile],
        examples: [
            Example("metrics", "all numbers that you may see"),
            Example(
                "metrics --textfile /var/lib/prometheus/node-exporter/ossauthd.prom",
                "for the textfile collector"),
        ])
}

extension Option {
    static let textfile = Option(
        "textfile", .path("FILE"), "Write to this file, readable for all.", standard: "standard output")
}

extension Session {
    mutating func showMetrics(in file: String?) throws(Failure) {
        let reply = try ask(.metrics)
        guard let file else { return try terminal.printForProgram(reply.body) }
        do throws(SystemError) {
            var replacement = try FileReplacement(of: file)
            try replacement.write(reply.body)
            try replacement.open(to: FileAccess(mode: 0o644))
            // No fsync: the numbers are useless after a crash of the host.
            try replacement.install()
        } catch {
            throw Failure(.usage, "the metrics cannot be written: \(error)")
        }
    }
}
