internal import Bytes
internal import Documents
internal import Kernel
internal import OSSAuthClient

/// The variables and files by which a program finds its credential.
struct ProgramEnvironment {
    /// The names of the credential's variables.
    let choices: [VariableChoice]
    /// The one bucket of a program that speaks S3, if given.
    var bucket: String?

    private var isAWS: Bool { choices.contains(.set(.aws)) }

    /// Hands over the credential itself.
    func set(_ answer: borrowing CredentialAnswer, at place: ProfileAddress) throws(Failure) {
        answer.withDocument(endpoint: place.endpoint ?? "", region: place.region ?? "") { document in
            setVariables(to: document)
        }
        if isAWS { try setAWSFiles(at: place) }
    }

    /// Hands over a dummy key, and the gateway as the place of OSS and S3.
    func set(_ gateway: Gateway) {
        let key: StaticString = "gateway"
        var document = CredentialDocument(
            accessKeyID: key.bytes, accessKeySecret: key.bytes, securityToken: Span())
        document.endpoint = "http://127.0.0.1:\(gateway.port)"
        // Any region will do, since the daemon signs for that of the profile.
        document.region = gateway.region.isEmpty ? "cn-hangzhou" : gateway.region
        setVariables(to: document)
        for (name, value) in ProgramEnvironment.gatewaySettings {
            ThisProcess.setVariable(name, value.utf8Span.span)
        }
        passProxies()
    }

    /// A proxy of the company does not reach the gateway of this host.
    private func passProxies() {
        let names = ["no_proxy", "NO_PROXY"]
        let known = names.map { ThisProcess.variable($0) ?? "" }
        for (name, hosts) in zip(names, known) {
            let hosts = hosts.isEmpty ? known.joined() : hosts
            // '*' counts only if it stands alone.
            guard hosts != "*" else { continue }
            ThisProcess.setVariable(name, (hosts.isEmpty ? "127.0.0.1" : "\(hosts),127.0.0.1").utf8Span.span)
        }
    }

    /// For clients of object_store, and for GDAL.
    private static let gatewaySettings = [
        ("AWS_ALLOW_HTTP", "true"), ("OSS_SECRET_ACCESS_KEY", "gateway"), ("OSS_HTTPS", "NO"),
        ("OSS_VIRTUAL_HOSTING", "FALSE"),
    ]

    private func setVariables(to document: borrowing CredentialDocument) {
        for variable in choices.flatMap(\.credential) { set(variable, to: document) }
        setPlaces(of: document)
    }

    /// Sets region and endpoint for the SDKs of OSS, and for the chosen sets.
    private func setPlaces(of document: borrowing CredentialDocument) {
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
        // Programs take an empty session token for a wrong one.
        if value.isEmpty, variable.member == .securityToken {
            return ThisProcess.removeVariable(variable.name)
        }
        if evenIfEmpty || !value.isEmpty { ThisProcess.setVariable(variable.name, value.span) }
    }

    /// Hands over the address of the credential.
    func setAddress(_ answer: ProfileAddress) throws(Failure) {
        guard let uri = answer.uri else {
            throw Failure(
                .refused,
                "the daemon has no address for programs; 'systemctl enable --now ossauthd-compat.socket' gives it one, "
                    + "or, without systemd, CompatListen=")
        }
        var place = CredentialDocument(accessKeyID: Span(), accessKeySecret: Span(), securityToken: Span())
        place.endpoint = answer.endpoint ?? ""
        place.region = answer.region ?? ""
        setPlaces(of: place)
        if isAWS {
            try setContainerAddress(uri)
            try setAWSFiles(at: answer)
        }
        // Programs would prefer these to the address.
        for variable in VariableSet.oss.credential { ThisProcess.removeVariable(variable.name) }
        ThisProcess.setVariable("ALIBABA_CLOUD_CREDENTIALS_URI", uri.utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_ECS_METADATA_DISABLED", "true".utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_CLI_PROFILE_DISABLED", "true".utf8Span.span)
    }

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
    private func setAWSFiles(at place: ProfileAddress) throws(Failure) {
        if !hasAWSConfiguration {
            var text = ByteBuffer(capacity: 256)
            text.append("[default]\n")
            text.appendAWSSettings()
            try setFile("AWS_CONFIG_FILE", to: text.span)
        }
        guard let bucket else { return }
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
        let path = try Failure.saying(
            "the file for \(name) cannot be made", as: .refused,
            ThisProcess.leaveFile(name, containing: content))
        ThisProcess.setVariable(name, path.utf8Span.span)
    }
}
