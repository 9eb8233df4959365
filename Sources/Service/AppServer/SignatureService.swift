internal import Access
internal import Bytes
internal import Issuing
internal import Records
internal import Serving
internal import Time
internal import Turns

/// Has the daemon make the URLs, forms and signatures that the rights of a user grant.
final class SignatureService {
    private let issuer: Issuer
    private let clock: Clock
    private let log: Log
    /// Called for each request that waited for the daemon.
    var finish: (WaitID) -> Void = { _ in }

    init(_ issuer: Issuer, _ clock: Clock, _ log: Log) {
        self.issuer = issuer
        self.clock = clock
        self.log = log
    }

    /// Judges the question, asks the daemon, and answers when it did.
    func answer(
        _ operation: Operation, of user: AdmittedUser, _ request: borrowing ClientRequest,
        of connection: Connection, _ answer: IssuingAnswer, _ output: inout ByteBuffer
    ) throws(IssuingRefusal) -> Bool {
        guard connection.progress < .overdue else { throw .unavailable(retryAfter: 1) }
        if let work = connection.work as? QuestionWork, work.result != nil {
            if let reason = work.refusal { throw .declined(user.principal, operation, reason) }
            guard answer.write(work, to: &output) else { throw .unavailable(retryAfter: 1) }
            log.write(
                .objectSigned(
                    for: user.principal.description, profile: user.terms.profile,
                    operation: "\(operation.name)"))
            return true
        }
        guard let question = try question(for: operation, request, of: user) else {
            throw .notGranted(user.principal, operation)
        }
        try begin(question, of: user, of: connection)
        return false
    }

    /// `nil`: the rights of the user do not grant it.
    private func question(
        for operation: Operation, _ request: borrowing ClientRequest, of user: AdmittedUser
    ) throws(IssuingRefusal) -> (any DaemonQuestion)? {
        let reason: QuestionError
        do throws(QuestionError) {
            let question = try question(for: operation, in: request.body)
            let isGranted = try question.isGranted(
                to: user.principal.user, by: user.terms, at: request.now.wall)
            return isGranted ? question : nil
        } catch {
            reason = error
        }
        throw .malformed(reason)
    }

    private func question(
        for operation: Operation, in body: Span<UInt8>
    ) throws(QuestionError) -> any DaemonQuestion {
        switch operation {
        case .presign: try ObjectQuestion(body, for: .url)
        case .postPolicy: try ObjectQuestion(body, for: .form)
        default: try StringQuestion(body)
        }
    }

    private func begin(
        _ question: any DaemonQuestion, of user: AdmittedUser, of connection: Connection
    ) throws(IssuingRefusal) {
        let wait = connection.beginWait()
        guard
            let work = try? QuestionWork(
                question, of: user, at: issuer.socket, on: issuer.loop, clock,
                finish: { [unowned self] in finish(wait) })
        else { throw .unavailable(retryAfter: 1) }
        connection.work = work
    }
}
