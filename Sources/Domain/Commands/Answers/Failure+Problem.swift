extension Failure {
    /// What an answer that is no success says; after a failed refresh the old credential may still sign.
    package init(_ code: Int, _ body: Span<UInt8>, to request: APIRequest) {
        guard let problem = try? ProblemAnswer(body) else {
            self.init(ExitStatus(code), "the daemon answered \(code) without an explanation")
            return
        }
        var status = ExitStatus(code)
        if case .refresh = request, status == .noCredential, let state = problem.state {
            status = ProfileStatus.signs(in: state) ? .upstream : .noCredential
        }
        self.init(status, problem.sentence)
    }
}

extension ProblemAnswer {
    /// `title: detail`, and the last error where there is one.
    fileprivate var sentence: String {
        var sentence = detail.isEmpty ? title : "\(title): \(detail)"
        if let lastError { sentence += "; last error: \(lastError)" }
        return sentence
    }
}

extension ExitStatus {
    /// How a code of HTTP that is no success ends the program.
    fileprivate init(_ code: Int) {
        switch code {
        case 503: self = .noCredential
        case 400..<500: self = .refused
        default: self = .upstream
        }
    }
}
