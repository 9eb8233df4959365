internal import Bytes
internal import Exchange
package import Exchanging
internal import Settings
package import Signing
internal import Text
package import Time
package import Tokens
package import Turns

/// One request whose signatures come from a remote signer, from its first composition to its answer.
package final class SigningTicket {
    /// The limit of strings of one request, so that one client cannot fill the queue.
    package static let maximumStrings = 100

    /// The credential of the answer, even if the profile has another when the signatures arrive.
    package let credential: Credential
    /// The signing time: both compositions must have the same.
    package let time: Timestamp
    /// The time at which the request stops waiting.
    let deadline: Instant
    package let signatures = RemoteSignatures()
    let wait: WaitID
    /// The user that asked.
    let user: UInt32
    /// The profile that the strings were composed for.
    package let profile: Profile
    package private(set) var failure: FetchFailure?
    /// The server rejected a string, so the client must not try again.
    package private(set) var isRefused = false
    private var missing = 0
    /// The client is gone, or has its answer.
    private var isAbandoned = false

    package init(
        for credential: Credential, of profile: Profile, at time: Timestamp, waiting wait: WaitID,
        by user: UInt32, until deadline: Instant
    ) {
        self.profile = profile
        self.time = time
        self.deadline = deadline
        self.wait = wait
        self.user = user
        self.credential = Credential(credential, signaturesFrom: signatures)
    }

    /// Called when all strings are known; each is requested once.
    func begin() {
        missing = signatures.strings.count
    }

    /// Whether a request still waits for it.
    func isOpen(at now: Instant) -> Bool {
        !isAbandoned && failure == nil && missing > 0 && now < deadline
    }

    package func abandon() {
        isAbandoned = true
    }

    /// Returns whether it was the last one.
    func fill(_ index: Int, with signature: String) -> Bool {
        signatures.fill(index, with: signature)
        missing -= 1
        return missing == 0
    }

    func fail(_ failure: FetchFailure, isRefused: Bool = false) {
        self.failure = failure
        self.isRefused = isRefused
    }
}

/// One string of a ticket, and the servers that have not yet been asked for its signature.
struct SigningJob {
    let ticket: SigningTicket
    let index: Int
    var servers: ArraySlice<Int>

    var string: RemoteString { ticket.signatures.strings[index] }
}

/// The result of a request for a signature.
enum SigningOutcome {
    case signature(String)
    /// The server does not sign this string, and says so.
    case refused(FetchFailure)
    /// `isOfServer`: the server failed, and another one may succeed; otherwise this request cannot be answered.
    case failure(FetchFailure, isOfServer: Bool)

    /// For the debug log.
    var words: String {
        switch self {
        case .signature: "a signature"
        case .refused(let failure), .failure(let failure, _): failure.message
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
                return refusal(failure, answer.status, hasCode: error.isRefusal)
            }
        }
    }

    /// A server that answers with one of these statuses understood the request; with 403 or an `ErrorCode` it refuses it.
    private func refusal(_ failure: FetchFailure, _ status: Int, hasCode: Bool = false) -> SigningOutcome {
        let isAboutString = [200, 400, 403, 404, 409, 413, 422].contains(status)
        if isAboutString, hasCode || status == 403 { return .refused(failure) }
        return .failure(failure, isOfServer: !isAboutString)
    }
}

extension ExchangeRequest {
    /// The request for one signature; its timeout ends with the wait of the client.
    init(
        _ settings: RemoteSignerSettings, asking server: Int, for job: SigningJob, at now: Instant
    ) throws(ExchangeError) {
        self.init(settings.server, at: settings.server.urls[server])
        method = .post
        if !headers.contains(where: { $0.name.utf8Span.span.equalsIgnoringCase("content-type") }) {
            let type = settings.postsString ? "text/plain" : "application/json"
            headers.append(try ExchangeHeader(name: "Content-Type", value: type))
        }
        var question = ByteBuffer(capacity: 2_048)
        if settings.postsString {
            question.append(job.string.stringToSign)
        } else {
            question.append(job.string, keyID: settings.accessKeyID.utf8Span.span)
        }
        body = ExchangeBody(copying: question.span)
        timeout = min(timeout, Int(max(1, (job.ticket.deadline - now).wholeSeconds)))
        isOneOfMany = true
        try check()
    }
}
