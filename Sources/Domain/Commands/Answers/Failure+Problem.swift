internal import Contract

extension Failure {
    /// What an answer that is no success says; after a failed refresh the old credential may still sign.
    package init(_ code: Int, _ body: Span<UInt8>, to request: APIRequest) {
        guard let problem = try? ProblemAnswer(body) else {
            self.init(ExitStatus(code), "the daemon answered \(code) without an explanation")
            return
        }
        var status = ExitStatus(code)
        if case .refresh = request, status == .noCredential, let state = problem.state {
            status = StateWord.signs(in: state) ? .upstream : .noCredential
        }
        self.init(status, problem.sentence(to: request))
    }
}

extension ProblemAnswer {
    /// What is wrong, and one thing to do about it.
    fileprivate func sentence(to request: APIRequest) -> String {
        explanation(to: request) + (mend(of: request).map { "; \($0)" } ?? "")
    }

    /// The detail, behind the title where it says nothing alone, and the last error where it is not in there.
    private func explanation(to request: APIRequest) -> String {
        let heading = title.prefix(1).lowercased() + title.dropFirst()
        guard !detail.isEmpty else { return heading }
        var sentence = request == .reload ? detail.inOneSentence : detail
        if !isClear(to: request), !detail.hasPrefix(heading) { sentence = "\(heading): \(sentence)" }
        if let lastError, !detail.holds(lastError) { sentence += "; last error: \(lastError)" }
        return sentence
    }

    /// Whether the detail names what is wrong.
    private func isClear(to request: APIRequest) -> Bool {
        switch ProblemName(type: type) {
        case .malformed, .notAllowed, .rateLimited, .noCredential: true
        case .invalidRequest: request != .reload
        default: false
        }
    }

    private func mend(of request: APIRequest) -> String? {
        switch ProblemName(type: type) {
        case .malformed:
            guard case .setCredentials = request else { return nil }
            return
                "a token is a JSON object as an AppServer answers it, see 'ossauthctl credentials set --help'"
        case .notAllowed: return "'ossauthctl whoami' shows what you may do"
        // Most of its details list them themselves.
        case .noSuchProfile where !detail.holds("you may use"):
            return "'ossauthctl profiles' lists those that you may use"
        case .noCredential: return mendOfLack(of: request)
        default: return nil
        }
    }

    private func mendOfLack(of request: APIRequest) -> String? {
        let doctor = "'ossauthctl doctor' says what to do"
        guard state.map(StateWord.signs) == true else { return doctor }
        // One that signs and has no error only ends too soon, of which the answer says all.
        guard lastError != nil else { return nil }
        // Else its server refused this one request, which leaves the profile as good as it was.
        return request.wantsLife ? doctor : "ask whoever runs the server that signs for this profile"
    }
}

extension String {
    /// The mistakes of a configuration come one a line.
    fileprivate var inOneSentence: String { split(separator: "\n").joined(separator: "; ") }
}

extension ExitStatus {
    /// How a code of HTTP that is no success ends the program.
    fileprivate init(_ code: Int) {
        switch code {
        case 429: self = .limited
        case 503: self = .noCredential
        case 400..<500: self = .refused
        default: self = .upstream
        }
    }
}
