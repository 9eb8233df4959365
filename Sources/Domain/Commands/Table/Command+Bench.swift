internal import CommandLine

extension Command {
    static let bench = Command(
        "bench", "Measure how fast the daemon answers",
        details: [
            """
            Asks as fast as it is answered, over several connections, for a while; then prints the rate and \
            how long the answers took. Every request is real: it is decided on and written to the audit log. \
            Ends with 1 where one was refused.
            """
        ],
        arguments: [
            Argument("OSS-URL", "oss://BUCKET/KEY, for an operation that signs.", count: .any)
        ],
        options: [.operation, .connections, .pipeline, .duration, .expires, .profile],
        examples: [
            Example("bench oss://bucket/photo.jpg", "presigned URLs, over 16 connections, for 5 seconds"),
            Example(
                "bench --operation sign --connections 64 --duration 10s oss://bucket/photo.jpg",
                "signed headers, with more at once"),
            Example("bench --operation health --connections 1 --pipeline 16", "the least that can be asked"),
        ])
}

extension Option {
    static let operation = Option(
        "operation", .choice("NAME", BenchTerms.Operation.allCases.map(\.rawValue)), "What to ask for.",
        standard: "presign")
    static let connections = Option(
        "connections", .text("COUNT"), "How many connections to open, 1 to 1000.", standard: "16")
    static let pipeline = Option(
        "pipeline", .text("DEPTH"), "How many requests a connection has on the way, 1 to 256.", standard: "1")
    static let duration = Option("duration", .span("TIME"), "How long to measure.", standard: "5s")
}
