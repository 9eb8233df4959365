package import Time

/// What came of an exchange.
package enum ExchangeReply: Equatable, Sendable {
    case answer(ExchangeAnswer)
    case failure(ExchangeFailure)
}

/// What a server answered; the body stays where it is, since it holds secrets.
package struct ExchangeAnswer: Equatable, Sendable {
    package let status: Int
    /// What time the server thinks it is.
    package let date: Timestamp?
    /// After how many seconds the server wants to be asked again.
    package let retryAfter: Int?
    /// Where in its buffer the body stands.
    package let body: Range<Int>

    package init(status: Int, date: Timestamp?, retryAfter: Int?, body: Range<Int>) {
        self.status = status
        self.date = date
        self.retryAfter = retryAfter
        self.body = body
    }
}
