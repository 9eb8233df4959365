package import Contract
package import Exchange
package import Kernel
package import Tokens

/// Why a fetch returned no token.
package struct FetchFailure: Error {
    package var kind: RefreshFailure
    /// One line for the operator.
    package var message: String
    package var retryAfter: Int?
    /// Whether it is the answer of a server.
    package var isAnswer = false
    /// For programs, which do not read the message.
    package var code: FailureCode

    package init(
        kind: RefreshFailure, message: String, code: FailureCode = .other, retryAfter: Int? = nil,
        isAnswer: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.code = code
        self.retryAfter = retryAfter
        self.isAnswer = isAnswer
    }

    /// An invalid request stays invalid until the configuration changes.
    package init(_ error: ExchangeError) {
        self.init(kind: .permanent, message: error.description)
    }

    /// The host lacks a file, a descriptor or memory at the moment.
    package init(_ error: SystemError, of what: String = "") {
        self.init(kind: .passing, message: what.isEmpty ? "\(error)" : "\(what): \(error)", code: .host)
    }

    /// The helper could not be reached, for example because its socket unit is stopped.
    package init(
        reaching helper: FetchHelper, by unit: StaticString = "ossauth-fetch.socket", _ error: SystemError
    ) {
        self.init(error)
        guard case .unit = helper, error.cause == .missing || error.cause == .refused else { return }
        message += "; 'systemctl start \(unit)'"
        code = .helperUnreachable
    }

    /// The helper gave no answer.
    package init(ofHelper message: String) {
        self.init(kind: .passing, message: "the fetch helper \(message)", code: .helperFailed)
    }

    /// The helper got no answer; a refused login needs a person.
    package init(_ failure: ExchangeFailure) {
        self.init(
            kind: failure.kind == .login ? .permanent : .passing, message: failure.message,
            code: FailureCode(failure.kind))
    }

    /// The server answered with an error status.
    package init(_ answer: ExchangeAnswer) {
        self.init(
            kind: RefreshFailure(status: answer.status),
            message:
                "the server answered with status \(answer.status)\(FetchFailure.note(on: answer))",
            code: FailureCode(status: answer.status), retryAfter: answer.retryAfter, isAnswer: true)
    }

    private static func note(on answer: ExchangeAnswer) -> String {
        switch answer.status {
        case 300..<400: ", and redirects are never followed"
        case 407: ", as a proxy does that wants a login"
        default: answer.retryAfter.map { ", and wants no request for \($0) s" } ?? ""
        }
    }
}

extension FailureCode {
    fileprivate init(_ kind: ExchangeFailure.Kind) {
        switch kind {
        case .network, .connect, .timeout: self = .unreachable
        case .dns: self = .name
        case .proxy: self = .proxy
        case .tls: self = .tls
        case .refusedPlainHTTP: self = .plainHTTP
        case .secretFile: self = .secretFile
        case .login: self = .loginServer
        case .command: self = .command
        case .tooLarge: self = .wrongServer
        case .badRequest: self = .other
        }
    }

    fileprivate init(status: Int) {
        switch status {
        case 401, 403: self = .loginRejected
        case 407: self = .proxy
        case 429: self = .throttled
        case 300..<400, 404, 405, 410: self = .wrongServer
        case 500...: self = .server
        default: self = .other
        }
    }
}
