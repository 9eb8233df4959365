internal import CommandLine

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
