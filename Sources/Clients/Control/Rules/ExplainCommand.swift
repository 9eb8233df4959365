package import CommandLine
internal import Kernel
package import OSSAuthClient
internal import Text

/// `explain`: says whether the rules grant a request.
package struct ExplainCommand: ProgramCommand {
    package static let command = Command(
        "explain", "Show whether the rules grant a request, and everything that is missing",
        details: [
            """
            Evaluates the rules for you, or as root for any user, without signing anything. Exits with 0 when \
            the request is granted, else with 1. Of a refusal it shows each condition that is not met of the rule \
            that comes nearest, and to root the file and line of that rule. Also reports if mode and group of \
            the socket would keep that user out.
            """,
            """
            The string of sign-string is a string to sign of V1. With --signature-version v4, --region and --time it \
            is a canonical request, because a string to sign of V4 hides its request.
            """,
        ],
        arguments: [
            Argument(
                "OPERATION", "The operation that is asked for.",
                choices: [
                    "sign", "presign", "post-policy", "sign-string", "credentials", "issue", "status",
                    "watch",
                ]),
            Argument(
                "REQUEST",
                "OSS-URL; for sign METHOD OSS-URL; for sign-string the string itself; for credentials and issue a profile, or nothing; for status and watch nothing.",
                count: .any),
        ],
        options: [.user, .unit, .slice, .executable, .label, .method, .expires] + Option.kindOfSignature,
        examples: [
            Example("explain presign oss://media/photo.jpg", "whether you may, and what is missing"),
            Example(
                "explain --user www-data --unit nginx.service presign oss://media/users/x", "for a web server"
            ),
            Example("explain --user backup sign PUT oss://bucket/photo.jpg", "for an upload by another user"),
            Example("explain --user root credentials uploads", "for a key that leaves the daemon"),
        ])

    private let caller: ExplainedCaller
    private let subject: DaemonRequest

    package init(_ call: Call) throws(UsageError) {
        caller = ExplainedCaller(call)
        subject = try DaemonRequest(explainedBy: call)
    }

    package var socket: Socket { caller.isThisProcess ? .api : .admin }
    package var showsDaemon: Bool { caller.isThisProcess }

    /// `user`: the number of the user of this process.
    package func request(by user: Int) -> DaemonRequest { .explain(caller.naming(user), subject) }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let request = request(by: Int(ThisProcess.user))
        let answer = try session.show(request, as: Explanation.self) { $0.text(of: $1) }
        return answer.isGranted ? .done : .refused
    }
}

// The caller to explain.
extension Option {
    static let user = Option(
        "user", .text("USER", completedBy: .users),
        "The user, by name or number, with the groups of a login.",
        standard: "you")
    static let unit = Option(
        "unit", .text("UNIT", completedBy: .units), "The systemd unit of the process.", standard: "none")
    static let slice = Option(
        "slice", .text("SLICE", completedBy: .units), "The slice of that unit.", standard: "none")
    static let executable = Option("exe", .path("FILE"), "The program of the process.", standard: "none")
    static let label = Option("label", .text("LABEL"), "The label of the security module.", standard: "none")
}

extension DaemonRequest {
    /// The request that `explain` asks about, by its operation and operands.
    init(explainedBy call: Call) throws(UsageError) {
        try call.checkOperationOptions()
        switch call.arguments[0] {
        case "credentials":
            self = .credentials(profile: try call.profileToExplain()?.text, minValid: nil)
        case "issue": self = .issue(profile: try call.profileToExplain()?.text)
        case "status", "watch":
            guard call.arguments.count == 1 else {
                throw call.wrongOperands("nothing else")
            }
            self = call.arguments[0] == "status" ? .status : .watch
        case "sign":
            let words = try call.operands("METHOD OSS-URL")
            let method = words[0].uppercased()
            guard Option.methods.contains(method) else {
                throw UsageError(
                    "METHOD cannot be '\(words[0])'; it is one of \(Option.methods.joined(separator: ", "))")
            }
            let location = try ObjectLocation(words[1])
            let template = try RequestTemplate(call, method: method).resolved(
                for: location)
            self = .sign(template.request(at: location), template.terms)
        case "presign":
            let location = try ObjectLocation(try call.operands("OSS-URL")[0])
            self = try PresignTerms(call).request(for: [location])
        case "sign-string":
            let string = try call.operands("STRING")[0]
            self = .signString(
                string, try call.stringForm(), profile: call.value(of: .profile))
        default:
            let place = Call(call.command, arguments: try call.operands("OSS-URL"), options: call)
            self = try PostForm(place).daemonRequest
        }
    }
}

extension Call {
    /// Refuses options that the operation does not have: without them, the answer would be about another request.
    fileprivate func checkOperationOptions() throws(UsageError) {
        let operation = arguments[0]
        let ofRequests: [Option] = [.parameter, .header, .additionalHeader, .contentType, .contentMD5]
        let meaningless: [Option] =
            switch operation {
            case "sign": [.method, .expires]
            case "presign": []
            case "post-policy": [.method] + ofRequests
            case "credentials", "issue", "status", "watch":
                [.method, .expires, .signatureVersion, .endpoint, .region, .addressing, .cloudBoxID, .time]
                    + ofRequests
            default: [.method, .expires, .endpoint, .addressing, .cloudBoxID] + ofRequests
            }
        if let option = meaningless.first(where: has) {
            throw UsageError("--\(option.name) has no effect on '\(operation)'; leave it out")
        }
    }

    /// The words behind the operation; `form` names them.
    fileprivate func operands(_ form: String) throws(UsageError) -> [String] {
        let words = Array(arguments.dropFirst())
        let isOne = !form.utf8.contains(UInt8(ascii: " "))
        guard words.count == form.split(separator: " ").count else {
            throw wrongOperands(isOne ? "one \(form)" : form)
        }
        return words
    }

    fileprivate func wrongOperands(_ form: String) -> UsageError {
        let count = arguments.count - 1
        let given = count == 0 ? "nothing was" : count == 1 ? "1 word was" : "\(count) words were"
        return UsageError("explain \(arguments[0]) takes \(form), and \(given) given")
    }

    /// The profile behind the operation, or that of the option.
    fileprivate func profileToExplain() throws(UsageError) -> ProfileName? {
        guard arguments.count < 3 else {
            throw wrongOperands("one profile or none")
        }
        let name = arguments.dropFirst().first ?? value(of: .profile)
        return try name.map { word throws(UsageError) in try ProfileName(word) }
    }

    fileprivate func stringForm() throws(UsageError) -> StringForm {
        let (region, time) = (value(of: .region), try time(of: .time))
        switch value(of: .signatureVersion) {
        case "s3": throw UsageError("a string is signed with v4 or v1; s3 signs requests and URLs only")
        case "v4": return .canonicalRequest(region, time)
        default: return .v1(region: region, time: time)
        }
    }
}

extension ExplainedCaller {
    init(_ call: Call) {
        let user = call.value(of: .user)
        let number = user.flatMap { $0.utf8Span.span.decimalValue }
        self.init(
            number.map(User.number) ?? user.map(User.name) ?? .caller, unit: call.value(of: .unit),
            slice: call.value(of: .slice), executable: call.value(of: .executable),
            label: call.value(of: .label))
    }

    /// Whether it is the calling process without any other description; every other caller needs root.
    var isThisProcess: Bool {
        user == .caller && unit == nil && slice == nil && executable == nil && label == nil
    }

    /// The same with a number for a user that is not named but described.
    package func naming(_ caller: Int) -> ExplainedCaller {
        guard user == .caller, !isThisProcess else { return self }
        var named = self
        named.user = .number(caller)
        return named
    }
}
