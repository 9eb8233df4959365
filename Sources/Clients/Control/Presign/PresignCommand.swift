internal import CommandLine
internal import Kernel
package import OSSAuthClient
internal import Reaching
internal import Text

extension Command {
    static let presign = Command(
        "presign", "Sign URLs for others to use",
        details: [
            """
            Prints one URL per line, in the order of the arguments. A URL never outlives the credential that \
            signed it: where that ends before the time asked for, a note on standard error says when.
            """,
            """
            With - it reads a list of OSS-URLs from standard input, one per line and of any length, and prints each \
            line, a tab and the URL. The first that is refused ends it; of a short list nothing is printed then. When a rate of the rules is \
            used up, it waits up to 1 hour at a time and goes on; with --no-wait it ends with 75.
            """,
            """
            With --keep-going it reports each line that is refused or cannot be read with its number on standard \
            error, signs the others, and ends with 1 if there was one.
            """,
            """
            --json prints one JSON object per line, the same for one OSS-URL and for many. On a terminal, a long \
            run shows its progress.
            """,
        ],
        arguments: [
            Argument(
                "OSS-URL", "oss://BUCKET/KEY, the key as it is and not encoded; - for a list.", count: .many)
        ],
        options: [.method, .expires, .keyBucket, .list, .null, .keepGoing, .noWait, .raw]
            + Option.description,
        examples: [
            Example("presign oss://bucket/photo.jpg", "to download it within 15 minutes"),
            Example("presign --expires 1h oss://bucket/a.jpg oss://bucket/b.jpg", "two objects, for an hour"),
            Example(
                "presign --method PUT --content-type image/jpeg oss://bucket/photo.jpg",
                "to upload it; the sender must send this Content-Type"),
            Example(
                "presign --parameter x-oss-process=image/resize,w_100 oss://bucket/photo.jpg",
                "a smaller picture"),
            Example("presign -", "a list of any length", input: "cat list.txt", output: "> urls.txt"),
            Example("presign --bucket bucket -", "a list of keys in one bucket", input: "cat keys.txt"),
            Example(
                "presign --bucket bucket --null --keep-going -",
                "the files of a folder, whatever their names",
                input: "find . -type f -printf '%P\\0'"),
        ])
}

extension Option {
    static let keyBucket = Option(
        "bucket", .text("NAME"), "The arguments or lines are keys in this bucket, not OSS-URLs.")
    static let list = Option(
        "list", .flag, "Allow an OSS-URL without a key, which signs the list of a bucket or of all buckets.")
    static let null = Option(
        "null", short: "0", .flag, "A NUL ends each OSS-URL or key of a list, not a line end.")
    static let keepGoing = Option(
        "keep-going", .flag, "Report the lines of a list that cannot be signed, and sign the others.")
    static let noWait = Option("no-wait", .flag, "Do not wait when a rate is used up.")
    static let raw = Option("raw", .flag, "Print the answer of the daemon, for a single OSS-URL.")
}

/// The options of `presign`.
package struct PresignTerms: Equatable, Sendable {
    private let template: RequestTemplate
    private let life: Duration?
    /// Whether it waits when a rate is used up.
    package let waits: Bool
    /// Whether it leaves out what cannot be signed.
    package let keepsGoing: Bool
    /// Whether the answer of the daemon is printed unchanged.
    package let isRaw: Bool

    /// A longer `--timeout` without `--expires` most likely means the life of the URL, as in ossutil 1.
    ///
    /// So does a mere number of seconds.
    private static let longestTimeout = Duration.seconds(60)

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        template = try RequestTemplate(call, method: call.value(of: .method) ?? "GET", variable: variable)
        life = try call.life(of: .expires)
        waits = !call.has(.noWait)
        keepsGoing = call.has(.keepGoing)
        isRaw = call.has(.raw)
        let timeout = call.value(of: .timeout) ?? "0s"
        let isLife =
            timeout.utf8Span.span.decimalValue != nil
            || call.span(timeout) ?? .zero > PresignTerms.longestTimeout
        guard life != nil || !isLife else {
            throw UsageError(
                "--timeout is how long to wait for the daemon, such as 10s; --expires says how long the URL is valid"
            )
        }
    }
}

extension PresignTerms {
    /// Whether keys with different types need requests of their own.
    package var detectsType: Bool { template.detectsType }

    /// The request for locations in one bucket; the location of a bucket or of the service is requested alone.
    package func request(for locations: [ObjectLocation]) -> DaemonRequest {
        let template = template.resolved(for: locations[0])
        return .presign(
            template.request(at: locations[0]),
            keys: locations.count > 1 ? locations.map { $0.key ?? "" } : [], life: life, template.terms)
    }
}

extension Session {
    /// Prints the answer of the daemon to a single location as JSON.
    mutating func presignRaw(_ locations: [ObjectLocation], _ terms: PresignTerms) throws(Failure) {
        let reply = try ask(terms.request(for: locations))
        let answer = try SignedAnswer(reading: reply.body, count: 1)
        try printJSON(reply)
        explain(answer)
        let notes =
            SignedPage.notes(on: answer, isOne: true) + [SignedPage.note(on: locations)].compactMap(\.self)
        for note in notes { terminal.note(note) }
    }

    /// Prints a row for each location, in the order of the list.
    mutating func presign(_ list: LocationList, _ terms: PresignTerms) throws(Failure) {
        var form: LocationForm?
        if case .standardInput(let list) = list { form = list }
        if form != nil, StandardStream.input.isTerminal {
            terminal.note("reading oss:// URLs from standard input, one a line")
        }
        let rows = SignedRows(as: format, of: form)
        var run = PresignRun(
            list, terms, as: rows, over: PresignConnection(to: path, patience: patience), on: terminal,
            isTraced: isTraced)
        try run.run()
    }
}
