package import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// `metrics`: prints the metrics, or writes them for node_exporter.
package struct MetricsCommand: ProgramCommand {
    package static let command = Command(
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
    package static let hasJSON = false

    /// `nil`: standard output.
    private let file: String?

    /// Refuses a device, which cannot be replaced.
    package init(_ call: Call) throws(UsageError) {
        file = call.value(of: .textfile)
        guard let file, file == "-" || file.hasPrefix("/dev/") && !file.hasPrefix("/dev/shm/") else { return }
        throw UsageError("'\(file)' is not a file; leave out --textfile for standard output")
    }

    package var showsDaemon: Bool { true }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let reply = try session.ask(.metrics)
        if let file {
            try Failure.saying("the metrics cannot be written", MetricsCommand.write(reply.body, to: file))
        } else {
            try session.terminal.printForProgram(reply.body)
        }
        return .done
    }

    private static func write(_ text: Span<UInt8>, to file: String) throws(SystemError) {
        var replacement = try FileReplacement(of: file)
        try replacement.write(text)
        try replacement.open(to: FileAccess(mode: 0o644))
        // No fsync: the numbers are useless after a crash of the host.
        try replacement.install()
    }
}

extension Option {
    static let textfile = Option(
        "textfile", .path("FILE"), "Write to this file, readable for all.", standard: "standard output")
}
