package import Bytes
package import CommandLine
package import Time

/// What came of looking into a signature: a page for people, and whether something is wrong.
package struct Examination: Equatable, Sendable {
    package let page: String
    package let isGood: Bool
    private let check: SignatureCheck
    private let reveals: Bool

    /// `head` is that of the request, where the wish names a file with it; `answer` what OSS said.
    package init(
        _ wish: VerifyWish, head: String, answer: String?, at now: Timestamp, _ ink: Ink
    ) throws(UsageError) {
        let error = try answer.map { text throws(UsageError) in try ServerError(xml: text) }
        check = try SignatureCheck(
            try wish.request(head: head), bucket: wish.bucket, answered: error, at: now)
        reveals = wish.reveals
        page = VerifyPage(ink, reveals: reveals).text(of: check)
        isGood = check.verdict.isGood
    }

    /// The same for a program.
    package func write(into output: inout ByteBuffer) {
        output.append(check, reveals: reveals)
    }
}

extension VerifyWish {
    fileprivate func request(head: String) throws(UsageError) -> SentRequest {
        switch source {
        case .request(let request): request
        case .file: try SentRequest(head: head)
        }
    }
}
