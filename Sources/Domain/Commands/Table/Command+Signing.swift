internal import CommandLine

// The commands that sign.
extension Command {
    static let presign = Command(
        "presign", "Sign URLs for others to use",
        details: [
            """
            Prints one URL a line, in the order of the arguments. A URL never outlives the credential that \
            signed it: where that ends before the time asked for, a note on standard error says when.
            """,
            """
            With - it reads a list of OSS-URLs from standard input, one a line and of any length. The first \
            that is refused ends it; where the list is short, nothing is printed then. Where a rate of the \
            rules is used up, it waits up to 1 hour at a time and goes on; with --no-wait it ends with 75.
            """,
            """
            -o json prints one JSON object a line, the same for one OSS-URL and for many, -o csv a table. On a \
            terminal, a long run shows its progress.
            """,
        ],
        arguments: [
            Argument(
                "OSS-URL", "oss://BUCKET/KEY, the key as it is and not encoded; - for a list.", count: .many)
        ],
        options: [.method, .expires, .keyBucket, .list, .noWait, .raw] + Option.description,
        examples: [
            Example("presign oss://bucket/photo.jpg", "to download it within 15 minutes"),
            Example("presign --expires 1h oss://bucket/a.jpg oss://bucket/b.jpg", "two objects, for an hour"),
            Example(
                "presign --method PUT --content-type image/jpeg oss://bucket/photo.jpg",
                "to upload it; the sender must send this Content-Type"),
            Example(
                "presign --parameter x-oss-process=image/resize,w_100 oss://bucket/photo.jpg",
                "a smaller picture"),
            Example("presign --output csv -", "a list of any length", input: "cat list.txt"),
            Example("presign --bucket bucket -", "a list of keys in one bucket", input: "cat keys.txt"),
        ])

    static let sign = Command(
        "sign", "Sign a request that you send yourself",
        details: [
            """
            Prints the method and the URL, then the headers to send, one a line. The signature is good for \
            minutes only: send the request soon.
            """
        ],
        arguments: [
            Argument("METHOD", "What the request does.", choices: Option.methods),
            Argument("OSS-URL", "oss://BUCKET/KEY, oss://BUCKET or oss://; not encoded."),
        ],
        options: [.curl, .body, .headersOnly] + Option.description,
        examples: [
            Example("sign GET oss://bucket/photo.jpg", "to read an object"),
            Example(
                "sign GET oss://bucket --parameter list-type=2 --parameter prefix=2024/", "to list a bucket"),
            Example(
                "sign PUT oss://bucket/note.txt --content-type text/plain --header 'x-oss-meta-author: me'",
                "to write an object, with headers of your own"),
            Example("sign PUT oss://bucket/note.txt --curl --body note.txt", "a command that uploads a file"),
            Example("sign GET oss://bucket/photo.jpg --headers", "headers for curl --header @FILE"),
        ],
        hints: [Note("--method", "the method is the first argument: 'sign METHOD OSS-URL'")])

    static let postPolicy = Command(
        "post-policy", "Sign a form by which a browser uploads",
        details: [
            """
            A URL that ends in a slash, or has no key, lets the browser name the object below it; any other is \
            the key of the object. Prints the address, then the fields of the form, one a line; the file comes \
            behind all of them.
            """
        ],
        arguments: [Argument("OSS-URL", "oss://BUCKET/KEY or oss://BUCKET/FOLDER/; not encoded.")],
        options: [.html, .curl, .body] + Option.formOptions,
        examples: [
            Example(
                "post-policy oss://bucket/incoming/ --max-size 10M --html",
                "a form that uploads into a folder"),
            Example("post-policy oss://bucket/note.txt --curl --body note.txt", "the same with curl"),
            Example(
                "post-policy oss://bucket/photo.jpg --content-type image/jpeg",
                "fields for a form of your own"),
        ])
}

extension Option {
    static let keyBucket = Option(
        "bucket", .text("NAME"), "The arguments or lines are keys in this bucket, not OSS-URLs.")
    static let list = Option(
        "list", .flag, "Allow an OSS-URL without a key, which signs the list of a bucket or of all buckets.")
    static let noWait = Option("no-wait", .flag, "Do not wait when a rate is used up.")
    static let raw = Option("raw", .flag, "Print the answer of the daemon, for a single OSS-URL.")
}
