package import CommandLine
internal import Signing
internal import Text

/// `gateway`: prints the configuration of nginx for programs without a key.
package struct GatewayCommand: ProgramCommand {
    package static let command = Command(
        "gateway", "Print the configuration of nginx for programs without a key",
        details: [
            """
            nginx listens at 127.0.0.1, and programs send requests for OSS or S3 there with any key. nginx asks the \
            daemon about each, and sends it on with the signature of the answer, if the rules grant it to the user and \
            unit that made the connection. No program needs a key.
            """,
            """
            The daemon needs a section for it, which the first lines of the output show. The units ossauth-nginx.socket, \
            ossauth-unchunk.socket and ossauthd-forward.socket of the package do the rest.
            """,
        ],
        arguments: [
            Argument("PROFILE", "The profile whose credential signs.", completedBy: .profiles),
            Argument("ENDPOINT", "The endpoint of the profile, such as oss-cn-hangzhou.aliyuncs.com."),
        ],
        options: [],
        examples: [
            Example("gateway media oss-cn-hangzhou.aliyuncs.com", "the file, to read it")
        ])
    package static let hasJSON = false

    private let configuration: GatewayConfiguration

    package init(_ call: Call) throws(UsageError) {
        let (profile, endpoint) = (call.arguments[0], GatewayCommand.host(in: call.arguments[1]))
        guard Name.isValid(profile) else { throw UsageError(Name.complaint) }
        guard endpoint.utf8Span.span.hasHostOfS3 else {
            throw UsageError(
                "\(Quotation.of(endpoint)) is no endpoint of OSS, such as oss-cn-hangzhou.aliyuncs.com")
        }
        configuration = GatewayConfiguration(profile: profile, endpoint: endpoint)
    }

    private static func host(in endpoint: String) -> String {
        let (text, scheme) = (endpoint.lowercased(), "https://")
        return text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        try session.terminal.print(configuration.text)
        return .done
    }
}
