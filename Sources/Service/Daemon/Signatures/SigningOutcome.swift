internal import Bytes
internal import Exchange
internal import Settings
internal import Signing
internal import Tokens

/// What a question for a signature came to.
enum SigningOutcome {
    case signature(String)
    /// `isOfServer`: another one may do better, and every caller would get the same; else it is about this string.
    case failure(FetchFailure, isOfServer: Bool)
}

extension SigningOutcome {
    /// As the log tells it.
    var words: String {
        switch self {
        case .signature: "a signature"
        case .failure(let failure, _): failure.message
        }
    }
}

extension SigningJob {
    func outcome(
        of result: Result<ExchangeAnswer, FetchFailure>, in reply: borrowing ByteBuffer,
        by settings: RemoteSignerSettings
    ) -> SigningOutcome {
        switch result {
        case .failure(let failure): return .failure(failure, isOfServer: true)
        case .success(let answer):
            do throws(CredentialError) {
                let signature = try SignatureReply.signature(
                    in: reply[answer.body], as: ReplyDialect(settings.server.dialect, from: .signer),
                    version: string.version, keyID: settings.accessKeyID.utf8Span.span)
                guard answer.status == 200 else { return refusal(FetchFailure(answer), answer.status) }
                return .signature(signature)
            } catch {
                let failure = FetchFailure(answer, error)
                if answer.status == 200, !error.isRefusal { return .failure(failure, isOfServer: true) }
                return refusal(failure, answer.status)
            }
        }
    }

    /// A server that says no with one of these, or with a document that says no, has understood the question: it does not
    /// want to sign this.
    private func refusal(_ failure: FetchFailure, _ status: Int) -> SigningOutcome {
        let isAboutString = [200, 400, 403, 404, 409, 413, 422].contains(status)
        return .failure(failure, isOfServer: !isAboutString)
    }
}
