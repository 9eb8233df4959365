internal import Access
internal import Bytes
internal import HTTP

/// The routes of the AppServer.
enum IssuingRoute {
    case token(sixMembers: Bool)
    /// The operation of the daemon that answers a question of a user.
    case question(Operation)
    case enrolment
    case health, metrics

    init?(_ path: Span<UInt8>) {
        // The last path is the one that the sample servers of the mobile SDKs have.
        if path.equals("/sts") || path.equals("/") || path.equals("/distribute-token.json") {
            self = .token(sixMembers: false)
        } else if path.equals("/credentials") {
            self = .token(sixMembers: true)
        } else if path.equals("/presign") {
            self = .question(.presign)
        } else if path.equals("/form") {
            self = .question(.postPolicy)
        } else if path.equals("/sign") {
            self = .question(.signString)
        } else if path.equals("/enrol") {
            self = .enrolment
        } else if path.equals("/health") {
            self = .health
        } else if path.equals("/metrics") {
            self = .metrics
        } else {
            return nil
        }
    }

    var methods: StaticString {
        switch self {
        case .token(sixMembers: false): "GET, POST"
        case .question, .enrolment: "POST"
        case .token, .health, .metrics: "GET"
        }
    }

    func allows(_ method: HTTP.Method) -> Bool {
        switch (method, self) {
        case (.post, .token(sixMembers: false)), (.post, .question), (.post, .enrolment): true
        case (.get, .question), (.get, .enrolment): false
        case (.get, _), (.head, .health): true
        default: false
        }
    }
}
