internal import Bytes
internal import Exchange
internal import Settings
internal import Signing
internal import Text
internal import Time
internal import Tokens

extension ExchangeRequest {
    /// The question for one signature; it takes no longer than somebody waits for the answer.
    init(
        _ settings: RemoteSignerSettings, asking server: Int, for job: SigningJob, at now: Instant
    ) throws(ExchangeError) {
        self.init(settings.server, at: settings.server.urls[server])
        method = .post
        if !headers.contains(where: { $0.name.utf8Span.span.equalsIgnoringCase("content-type") }) {
            headers.append(try ExchangeHeader(name: "Content-Type", value: "application/json"))
        }
        var question = ByteBuffer(capacity: 2_048)
        question.append(job.string, keyID: settings.accessKeyID.utf8Span.span)
        body = ExchangeBody(copying: question.span)
        timeout = min(timeout, Int(max(1, (job.ticket.deadline - now).wholeSeconds)))
        isOneOfMany = true
        try check()
    }
}
