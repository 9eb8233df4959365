package import CommandLine
package import Documents
internal import Kernel
internal import OSSAuthClient
internal import Signing
internal import Text

/// `exec`: runs a program with a credential.
package struct ExecCommand: ProgramCommand {
    package static let command = Command(
        "exec", "Run a program with a credential",
        details: [
            """
            The program finds the credential in ALIBABA_CLOUD_ACCESS_KEY_ID, \
            ALIBABA_CLOUD_ACCESS_KEY_SECRET and ALIBABA_CLOUD_SECURITY_TOKEN, and once more in \
            OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN, which only its user can read. If \
            neither is set, OSS_REGION and OSS_ENDPOINT are set to those of the profile. Ends as the program ends.
            """,
            """
            With --env it finds the credential under other names: those of a set, or NAME=MEMBER with one of \
            \(CredentialMember.allCases.map(\.rawValue).joined(separator: ", ")). Region and endpoint have the names \
            of the set too, if the caller has set none of them.
            """,
            VariableSet.allCases.map { "\($0.rawValue): \($0.names)." }.joined(separator: " "),
            """
            --aws is for programs that speak S3: short for --env aws, and with --uri for an address in \
            AWS_CONTAINER_CREDENTIALS_FULL_URI. Programs then look in no other place: AWS_SHARED_CREDENTIALS_FILE is \
            /dev/null, AWS_EC2_METADATA_DISABLED is true. AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE, and \
            AWS_CONFIG_FILE if the caller has neither that variable nor ~/.aws/config, name files in memory, which \
            exist until the program ends.
            """,
            """
            Programs with the Rust library object_store put the bucket into the path, which OSS rejects. With --bucket, \
            AWS_ENDPOINT_URL_S3 is the address of that bucket, and AWS_VIRTUAL_HOSTED_STYLE_REQUEST is true.
            """,
            """
            With --uri these six are removed, and ALIBABA_CLOUD_CREDENTIALS_URI has an address where the \
            program gets the newest each time. ALIBABA_CLOUD_ECS_METADATA_DISABLED and \
            ALIBABA_CLOUD_CLI_PROFILE_DISABLED are true then, so that it looks for no other.
            """,
            """
            With --gateway it finds a key that is worth nothing, under the names for OSS and for S3, and the address of the \
            gateway, such as http://127.0.0.1:471, which it asks without a proxy. So it needs no credential at all. With \
            several gateways, NAME is that of the section [Forward NAME].
            """,
            """
            A program that lives longer than the credential needs the address or the gateway.
            """,
        ],
        arguments: [
            Argument("COMMAND", "The program.", completedBy: .commands),
            Argument("ARGUMENT", "Its arguments.", count: .any, completedBy: .files),
        ],
        options: [
            .profile, .minValid, .variables, .aws, .objectStoreBucket, .address, .gateway,
        ],
        examples: [
            Example("exec --profile uploads -- sh -c 'echo $OSS_ACCESS_KEY_ID'", "with variables"),
            Example("exec --profile uploads --min-valid 10min true", "with one that lasts ten minutes"),
            Example(
                "exec --profile uploads --env alicloud -- sh -c 'echo $ALICLOUD_ACCESS_KEY'",
                "under the names of Terraform"),
            Example("exec --profile uploads --aws --uri -- sh backup.sh", "the same for S3 programs"),
            Example(
                "exec --profile uploads --aws --uri --bucket bucket -- sh backup.sh",
                "for programs such as polars and deltalake"),
            Example("exec --profile uploads --uri -- sh backup.sh", "with an address that has the newest"),
            Example("exec --gateway -- sh backup.sh", "with a dummy key, through the gateway"),
        ])
    package static let hasJSON = false

    package let selection: CredentialSelection
    /// The command line of the program.
    package let words: [String]
    /// The names of the credential's variables.
    package let variables: [VariableChoice]
    /// The one bucket of a program that speaks S3, if given.
    package let bucket: String?
    /// Whether the program gets the address of the credential, not the credential.
    package let usesAddress: Bool
    /// The gateway whose address the program gets with a dummy key; empty: the only one, `nil`: none.
    package let gateway: String?

    package init(_ call: Call) throws(UsageError) {
        selection = try CredentialSelection(call, profile: call.value(of: .profile))
        words = call.arguments
        variables = try call.variables()
        bucket = call.value(of: .objectStoreBucket)
        usesAddress = call.has(.address)
        guard !usesAddress || !call.has(.variables) else {
            throw UsageError("--uri hands over an address, and --env the credential itself; choose one")
        }
        gateway = call.value(of: .gateway)
        guard gateway == nil || !(usesAddress || call.has(.profile)) else {
            throw UsageError("--gateway hands over no credential: leave out --uri and --profile")
        }
        if let bucket {
            guard variables.contains(.set(.aws)) else { throw UsageError("--bucket is for --aws") }
            guard bucket.utf8Span.span.isBucketName else {
                throw UsageError("--bucket: \(Quotation.of(bucket)) is not the name of a bucket")
            }
        }
    }

    /// Returns only if the program cannot be run.
    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let environment = ProgramEnvironment(choices: variables, bucket: bucket)
        if let gateway {
            let found = try session.gateway(named: gateway)
            try found.checkListener()
            ProgramEnvironment(choices: [.set(.oss), .set(.aws)]).set(found)
        } else if usesAddress {
            try environment.setAddress(try session.ask(selection.addressRequest, for: ProfileAddress.self))
        } else {
            let answer = try selection.credential(&session)
            let place = try session.ask(selection.addressRequest, for: ProfileAddress.self)
            try environment.set(answer, at: place)
        }
        throw Failure(ThisProcess.become(words), of: words[0])
    }
}

extension Failure {
    /// The exit status of shells for a program that cannot be run.
    fileprivate init(_ error: SystemError, of program: String) {
        switch error.cause {
        case .missing: self.init(.notFound, "there is no program '\(program)'")
        default: self.init(.notExecutable, "'\(program)' cannot be run: \(error)")
        }
    }
}

extension VariableSet {
    fileprivate var names: String { (credential + places.flatMap(\.self)).map(\.name).joined(separator: " ") }
}

extension Option {
    static let objectStoreBucket = Option(
        "bucket", .text("NAME"),
        "With --aws: the one bucket of a program that uses object_store, such as polars.")
    static let address = Option(
        "uri", .flag,
        "Hand over a private address instead, which needs ossauthd-compat.socket, or CompatListen=.")
    static let gateway = Option(
        "gateway", .optional("NAME"),
        "Hand over a dummy key and the address of the gateway instead of a credential; NAME is needed if there are several."
    )
}
