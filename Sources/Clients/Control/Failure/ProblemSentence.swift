package import OSSAuthClient

extension Failure {
    /// The failure that an answer describes; after a failed refresh, the old credential may still sign.
    package init(_ code: Int, _ body: Span<UInt8>, to request: DaemonRequest) {
        guard let problem = try? DaemonProblem(body) else {
            self.init(ExitStatus(code), "the daemon answered \(code) without an explanation")
            return
        }
        var status = ExitStatus(code)
        if case .refresh = request, status == .noCredential, let state = problem.state {
            status = state.signs ? .upstream : .noCredential
        }
        self.init(status, problem.sentence(to: request))
    }
}

extension DaemonProblem {
    /// The problem and one remedy.
    fileprivate func sentence(to request: DaemonRequest) -> String {
        explanation(to: request) + (fix(of: request).map { "; \($0)" } ?? "")
    }

    /// The detail, with the title where it is unclear alone, and the last error where it does not contain that.
    private func explanation(to request: DaemonRequest) -> String {
        let heading = title.prefix(1).lowercased() + title.dropFirst()
        guard !detail.isEmpty else { return heading }
        var sentence = detail
        if request == .reload { sentence = detail.split(separator: "\n").joined(separator: "; ") }
        if !isClear(to: request), !detail.hasPrefix(heading) { sentence = "\(heading): \(sentence)" }
        if let lastError, !detail.holds(lastError) { sentence += "; last error: \(lastError)" }
        return sentence
    }

    /// Whether the detail is clear without the title.
    private func isClear(to request: DaemonRequest) -> Bool {
        switch kind {
        case .malformed, .notAllowed, .rateLimited, .noCredential: true
        case .invalidRequest: request != .reload
        default: false
        }
    }

    private func fix(of request: DaemonRequest) -> String? {
        switch kind {
        case .malformed:
            guard case .setCredentials = request else { return nil }
            return
                "a token is a JSON object as an AppServer answers it, see 'ossauthctl credentials set --help'"
        // The rules have no last error.
        case .notAllowed where lastError != nil:
            return "ask the operator of the server that signs for this profile"
        case .notAllowed: return "'ossauthctl whoami' shows what you may do"
        // Most details of this problem list the profiles.
        case .noSuchProfile where !detail.holds("you may use"):
            return "'ossauthctl status' lists those that you may use"
        case .noCredential: return fixForCredential(of: request)
        default: return nil
        }
    }

    private func fixForCredential(of request: DaemonRequest) -> String? {
        let doctor = "'ossauthctl doctor' says what to do"
        guard state?.signs == true else { return doctor }
        // A profile that signs without an error only ends too soon, which the answer says.
        guard lastError != nil else { return nil }
        // Otherwise its server refused only this request.
        return request.wantsLife ? doctor : "ask the operator of the server that signs for this profile"
    }
}

extension ExitStatus {
    /// The exit status for an HTTP status.
    fileprivate init(_ code: Int) {
        switch code {
        case 429: self = .limited
        case 503: self = .noCredential
        case 400..<500: self = .refused
        default: self = .upstream
        }
    }
}
