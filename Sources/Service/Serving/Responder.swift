package import Bytes
package import Callers
package import HTTP
package import Metrics
package import Time
package import Turns

/// Answers the requests of a server.
package protocol Responder: AnyObject {
    /// The longest body of a request to this path; called before the body is read.
    func maximumBody(of path: Span<UInt8>) -> Int

    /// Checks the head of a request with an incomplete body; `false`: it wrote a refusal, and the body is not read.
    func accepts(
        _ head: borrowing RequestHead, of message: Span<UInt8>, by caller: Caller,
        over connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> Bool

    /// Writes the answer, or makes the request wait; the rules of the caller are those of now.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) -> RequestOutcome

    /// The request of a client that asks by the name of its socket.
    func requestByName(by caller: Caller, of connection: Connection) -> ByteBuffer

    /// Answers the request of such a client.
    func respond(
        toName request: Span<UInt8>, by caller: Caller, of connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> RequestOutcome

    /// Writes the answer to input that the server itself refuses; the connection ends with it.
    func refuse(
        _ refusal: ServerRefusal, at listener: Listener, for caller: Caller?, into output: inout ByteBuffer)
}

// For a server that reads each body, and has no clients that ask by a name.
extension Responder {
    package func accepts(
        _ head: borrowing RequestHead, of message: Span<UInt8>, by caller: Caller,
        over connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> Bool { true }

    package func requestByName(by caller: Caller, of connection: Connection) -> ByteBuffer { ByteBuffer() }

    package func respond(
        toName request: Span<UInt8>, by caller: Caller, of connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> RequestOutcome { .answered(.isLast) }
}

/// Counts the work of a server, and does what must come before or after answers.
package protocol ServerObserver: AnyObject {
    /// Called for each new connection.
    func connected(_ connection: Connection)
    /// Called for a limit that clients reached, because the responder may write no refusal.
    func reached(_ limit: Limit)
    /// Called with the number of answered requests, and the time from their arrival to their answers.
    func answered(_ count: Int, inNanoseconds nanoseconds: Int64)
    /// Called with the time that was spent on a user.
    func spent(_ nanoseconds: Int64, on user: FairQueue.User)
    /// Called before answers are sent, for work that must be done by then.
    func beforeAnswers()
    /// Called after the answers of a group were sent, for work that must not delay them.
    func afterAnswers()
}

/// Why the server refuses input without asking the responder for an answer.
package enum ServerRefusal {
    case malformed(HTTPError)
    case tooLarge(limit: Int)
    /// The kept input and output of the user exceed the limit.
    case memory
    /// All places are taken, and no connection may be closed for this one.
    case connections
    /// All places of callers that no rule names are taken.
    case connectionsWithoutRule
    /// The user has too many connections.
    case connectionsOfUser(UInt32)
    /// The process or the host has no descriptors left.
    case descriptors
}
