package import CommandLine

/// `selftest`: makes, reads and deletes objects with each kind of signature.
package struct SelfTestCommand: ProgramCommand {
    package static let command = Command(
        "selftest", "Put, get, list, copy and delete a small object in a bucket of yours",
        details: [
            """
            Asks the daemon for signatures and sends the requests to OSS, with each kind of signature: V4 and \
            V1, in the header and in the URL, and with --s3 those for the S3 endpoint. Prints one line for each \
            step. A signature that the rules do not grant is no failure. Ends with 1 where a step failed, at the \
            first failed connection, or where nothing could be tried.
            """,
            """
            All objects are in a folder with a random name below the prefix, have a few bytes, and are deleted \
            at the end, after a failure or an interrupt too. It names those that could not be deleted.
            """,
        ],
        arguments: [Argument("OSS-URL", "oss://BUCKET/PREFIX, a place for the objects.")],
        options: [.s3, .profile, .endpoint, .region, .addressing],
        examples: [
            Example("selftest oss://bucket/selftest", "whether this host, the daemon and OSS work together"),
            Example("selftest --s3 --profile uploads oss://bucket/selftest", "the S3 endpoint as well"),
        ])
    package static let hasJSON = false

    private let options: SelfTestOptions

    package init(_ call: Call) throws(UsageError) {
        options = try SelfTestOptions(call)
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        var test = SelfTest(options, try Courier(), try SelfTest.interrupts())
        return try test.run(&session)
    }
}
