package import CommandLine
internal import Kernel

/// `presign`: signs URLs.
package struct PresignCommand: ProgramCommand {
    package static let command = Command(
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
            --json prints one JSON object per line, the same for one OSS-URL and for many.
            """,
        ],
        arguments: [
            Argument(
                "OSS-URL", "oss://BUCKET/KEY, the key as it is and not encoded; - for a list.", count: .many)
        ],
        options: [.method, .expires] + LocationList.options + PresignTerms.options,
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

    let list: LocationList
    let terms: PresignTerms

    package init(_ call: Call) throws(UsageError) {
        list = try LocationList(call)
        terms = try PresignTerms(call)
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        if list.form != nil, StandardStream.input.isTerminal {
            session.terminal.note("reading oss:// URLs from standard input, one a line")
        }
        var run = PresignRun(
            list, terms, as: SignedRows(isJSON: session.printsJSON, list: list.form),
            over: PresignConnection(to: session.path, patience: session.patience), on: session.terminal,
            isTraced: session.isTraced)
        try run.run()
        return .done
    }
}
