internal import Bytes
internal import CommandLine
package import Documents
internal import Kernel
internal import OSSAuthClient
internal import Signing
internal import Text

extension Command {
    static let execute = Command(
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
            A program that lives longer than the credential needs the address, or --on-rotation: restart ends \
            it and starts it again, a signal tells it that there is another.
            """,
        ],
        arguments: [
            Argument("COMMAND", "The program.", completedBy: .commands),
            Argument("ARGUMENT", "Its arguments.", count: .any, completedBy: .files),
        ],
        options: [.profile, .minValid, .variables, .aws, .objectStoreBucket, .address, .onRotation],
        examples: [
            Example("exec --profile uploads -- sh -c 'echo $OSS_ACCESS_KEY_ID'", "with variables"),
            Example("exec --profile uploads --min-valid 10min true", "with one that lasts ten minutes"),
            Example(
                "exec --profile uploads --on-rotation restart -- sh backup.sh",
                "started again whenever there is a new one"),
            Example(
                "exec --profile uploads --env alicloud -- sh -c 'echo $ALICLOUD_ACCESS_KEY'",
                "under the names of Terraform"),
            Example("exec --profile uploads --aws --uri -- sh backup.sh", "the same for S3 programs"),
            Example(
                "exec --profile uploads --aws --uri --bucket bucket -- sh backup.sh",
                "for programs such as polars and deltalake"),
            Example("exec --profile uploads --uri -- sh backup.sh", "with an address that has the newest"),
        ])
}

extension VariableSet {
    fileprivate var names: String { (credential + place).map(\.name).joined(separator: " ") }
}

extension Option {
    static let variables = Option(
        "env",
        .text("NAMES", completedBy: .words(VariableSet.allCases.map(\.rawValue))),
        "Names of the variables, a set or NAME=MEMBER: "
            + "\(VariableSet.allCases.map(\.rawValue).joined(separator: ", ")).",
        isRepeatable: true, standard: "oss")
    static let aws = Option(
        "aws", .flag, "For S3 programs: the same as --env aws, or with --uri an address in their variables.")
    static let objectStoreBucket = Option(
        "bucket", .text("NAME"),
        "With --aws: the one bucket of a program that uses object_store, such as polars.")
    static let address = Option(
        "uri", .flag,
        "Hand over a private address instead, which needs ossauthd-compat.socket, or CompatListen=.")
    static let onRotation = Option(
        "on-rotation", .choice("WHAT", ["ignore", "restart"] + Signals.names),
        "The action after a renewal of the credential.", standard: "ignore")
}

/// The program to run and its credential.
package struct Execution: Equatable, Sendable {
    /// The action after a rotation of the credential.
    package enum Rotation: Equatable, Sendable {
        /// None: the program replaces this process.
        case ignore
        case restart
        case signal(String)
    }

    package let selection: CredentialSelection
    /// The command line of the program.
    package let words: [String]
    /// The names of the credential's variables.
    package let variables: [VariableChoice]
    /// Whether the program speaks S3.
    package var isAWS: Bool { variables.contains(.set(.aws)) }
    /// The one bucket of a program that speaks S3, if given.
    package let bucket: String?
    /// Whether the program gets the address of the credential, not the credential.
    package let usesAddress: Bool
    package let rotation: Rotation
    /// The name of the profile, if given.
    package var profile: String? { selection.profile?.text }

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        selection = try CredentialSelection(call, profile: call.value(of: .profile, variable: variable))
        words = call.arguments
        variables = try call.variables()
        bucket = call.value(of: .objectStoreBucket)
        usesAddress = call.has(.address)
        guard !usesAddress || !call.has(.variables) else {
            throw UsageError("--uri hands over an address, and --env the credential itself; choose one")
        }
        if let bucket {
            guard variables.contains(.set(.aws)) else { throw UsageError("--bucket is for --aws") }
            guard bucket.utf8Span.span.isBucketName else {
                throw UsageError("--bucket: \(Quotation.of(bucket)) is no name of a bucket")
            }
        }
        switch call.value(of: .onRotation) {
        case nil, "ignore": rotation = .ignore
        case "restart": rotation = .restart
        case let name?: rotation = .signal(name)
        }
    }
}

extension Execution {
    /// The command line that runs the program once.
    package var wordsOfOneRun: [String] {
        var options = ["exec"]
        if let profile { options += ["--profile", profile] }
        if let minValid = selection.minValid {
            options += ["--min-valid", String(minValid.components.seconds)]
        }
        if usesAddress { options.append("--uri") }
        if usesAddress {
            options += isAWS ? ["--aws"] : []
        } else if variables != .standard {
            options += variables.flatMap { ["--env", $0.text] }
        }
        if let bucket { options += ["--bucket", bucket] }
        return options + ["--"] + words
    }
}

extension Session {
    /// Returns only if the program cannot be run.
    mutating func execute(_ execution: Execution) throws(Failure) {
        switch execution.rotation {
        case .ignore: try become(execution)
        case .restart, .signal: try supervise(execution)
        }
    }

    private mutating func become(_ execution: Execution) throws(Failure) {
        if execution.usesAddress {
            try setAddress(execution)
        } else {
            let answer = try credential(execution.selection)
            let place = try ask(execution.selection.addressRequest, for: ProfileAddress.self)
            answer.withDocument(endpoint: place.endpoint ?? "", region: place.region ?? "") { document in
                setVariables(execution.variables, to: document)
            }
            if execution.isAWS { try setAWSFiles(of: execution, at: place) }
        }
        throw Failure(ThisProcess.become(execution.words), of: execution.words[0])
    }

    private func setVariables(_ choices: [VariableChoice], to document: borrowing CredentialDocument) {
        for variable in choices.flatMap(\.credential) { set(variable, to: document) }
        setPlaces(choices, of: document)
    }

    /// Sets region and endpoint for the SDKs of OSS, and for the chosen sets.
    private func setPlaces(_ choices: [VariableChoice], of document: borrowing CredentialDocument) {
        for set in VariableSet.allCases where set == .oss || choices.contains(.set(set)) {
            for group in set.places { setPlace(group, of: document) }
            for setting in set.settings where ThisProcess.variable(setting.name) == nil {
                ThisProcess.setVariable(setting.name, setting.value.utf8Span.span)
            }
        }
    }

    /// Sets nothing if the caller has set one of them.
    private func setPlace(_ place: [Variable], of document: borrowing CredentialDocument) {
        guard !place.contains(where: { ThisProcess.variable($0.name)?.isEmpty == false }) else { return }
        for variable in place { set(variable, to: document, evenIfEmpty: false) }
    }

    private func set(
        _ variable: Variable, to document: borrowing CredentialDocument, evenIfEmpty: Bool = true
    ) {
        var value = ByteBuffer(capacity: 4_096)
        value.append(variable.member, of: document)
        if evenIfEmpty || !value.isEmpty { ThisProcess.setVariable(variable.name, value.span) }
    }

    private mutating func setAddress(_ execution: Execution) throws(Failure) {
        let answer = try ask(execution.selection.addressRequest, for: ProfileAddress.self)
        guard let uri = answer.uri else {
            throw Failure(
                .refused,
                "the daemon has no address for programs; 'systemctl enable --now ossauthd-compat.socket' gives it one, "
                    + "or, without systemd, CompatListen=")
        }
        var place = CredentialDocument(accessKeyID: Span(), accessKeySecret: Span(), securityToken: Span())
        place.endpoint = answer.endpoint ?? ""
        place.region = answer.region ?? ""
        setPlaces(execution.variables, of: place)
        if execution.isAWS {
            try setContainerAddress(uri)
            try setAWSFiles(of: execution, at: answer)
        }
        // Programs would prefer these to the address.
        for variable in VariableSet.oss.credential { ThisProcess.removeVariable(variable.name) }
        ThisProcess.setVariable("ALIBABA_CLOUD_CREDENTIALS_URI", uri.utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_ECS_METADATA_DISABLED", "true".utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_CLI_PROFILE_DISABLED", "true".utf8Span.span)
    }
}

extension Session {
    /// Hands over the address as that of a container, and removes what AWS SDKs would prefer to it.
    private func setContainerAddress(_ uri: String) throws(Failure) {
        let preferred =
            VariableSet.aws.credential.map(\.name) + [
                "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            ]
        for name in preferred { ThisProcess.removeVariable(name) }
        // Some programs refuse an address without a token, some insist on a file with it; the daemon accepts the
        // secret of the path.
        let token = uri.split(separator: "/").dropLast().last.map(String.init) ?? ""
        for (name, value) in [
            ("AWS_CONTAINER_CREDENTIALS_FULL_URI", "\(uri)?format=aws"),
            ("AWS_CONTAINER_AUTHORIZATION_TOKEN", token),
            ("AWS_SHARED_CREDENTIALS_FILE", "/dev/null"), ("AWS_EC2_METADATA_DISABLED", "true"),
        ] {
            ThisProcess.setVariable(name, value.utf8Span.span)
        }
        try setFile("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", to: token.utf8Span.span)
    }

    /// Tells the SDKs of AWS what no variable tells them, and the clients of object_store where their bucket is.
    private func setAWSFiles(of execution: Execution, at place: ProfileAddress) throws(Failure) {
        if !hasAWSConfiguration {
            var text = ByteBuffer(capacity: 256)
            text.append("[default]\n")
            text.appendAWSSettings()
            try setFile("AWS_CONFIG_FILE", to: text.span)
        }
        guard let bucket = execution.bucket else { return }
        guard let address = S3Endpoint.address(of: place.endpoint ?? "", bucket: bucket) else {
            throw Failure(
                .usage,
                "--bucket is for profiles whose endpoint is one of OSS, such as oss-cn-hangzhou.aliyuncs.com")
        }
        ThisProcess.setVariable("AWS_ENDPOINT_URL_S3", address.utf8Span.span)
        ThisProcess.setVariable("AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "true".utf8Span.span)
    }

    /// Whether the caller has a configuration of its own, which stays.
    private var hasAWSConfiguration: Bool {
        if ThisProcess.variable("AWS_CONFIG_FILE")?.isEmpty == false { return true }
        guard let home = ThisProcess.variable("HOME") else { return false }
        return (try? FileStatus.existing(at: "\(home)/.aws/config")) != nil
    }

    private func setFile(_ name: String, to content: Span<UInt8>) throws(Failure) {
        do throws(SystemError) {
            ThisProcess.setVariable(name, try ThisProcess.leaveFile(name, containing: content).utf8Span.span)
        } catch {
            throw Failure(.refused, "the file for \(name) cannot be made: \(error)")
        }
    }
}

extension [VariableChoice] {
    static let standard = [VariableChoice.set(.oss)]
}

extension Call {
    /// The names that the command line wants for the variables.
    func variables() throws(UsageError) -> [VariableChoice] {
        let short: [VariableChoice] = has(.aws) ? [.set(.aws)] : []
        guard has(.variables) else { return short.isEmpty ? .standard : short }
        do throws(VariableChoice.Complaint) {
            return try short
                + values(of: .variables).map { word throws(VariableChoice.Complaint) in
                    try VariableChoice(word)
                }
        } catch {
            throw UsageError("--env: \(error.message)")
        }
    }
}

extension Failure {
    /// The exit status of shells for a program that cannot be run.
    init(_ error: SystemError, of program: String) {
        switch error.cause {
        case .missing: self.init(.notFound, "there is no program '\(program)'")
        default: self.init(.notExecutable, "'\(program)' cannot be run: \(error)")
        }
    }
}
