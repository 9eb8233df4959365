internal import Bytes
internal import HTTP
internal import JSON
internal import Serving
internal import Time

/// A responder of the AppServer, whose errors are in the dialect of the mobile SDKs.
protocol AppServerResponder: Responder {}

extension AppServerResponder {
    func refuse(
        _ refusal: ServerRefusal, at listener: Listener, for connection: Connection?,
        into output: inout ByteBuffer
    ) {
        let (status, message): (Status, String) =
            switch refusal {
            case .malformed(let error): (error.status, error.description)
            case .tooLarge(let limit): (.contentTooLarge, "the body has more than \(limit) bytes")
            case .memory, .connections, .connectionsWithoutRule, .connectionsOfUser, .descriptors:
                (.serviceUnavailable, "too many requests")
            }
        output.append(error: ("MalformedRequest", message), ResponseFields(status, keepAlive: false))
    }
}

// The parts of a responder that the AppServer does not use.
extension AppServerResponder {
    func accepts(
        _ head: borrowing RequestHead, of message: Span<UInt8>, from connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> Bool { true }

    func requestByName(of connection: Connection) -> ByteBuffer { ByteBuffer() }

    func respond(
        toName request: Span<UInt8>, of connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> RequestOutcome { .answered(.isLast) }

    func connected(_ connection: Connection) {}

    func reached(_ limit: ServerLimit) {}

    func answered(_ count: Int, inNanoseconds nanoseconds: Int64) {}

    func spent(_ nanoseconds: Int64, on user: FairQueue.User) {}

    func beforeAnswers() {}

    func afterAnswers() {}

    func stopped() {}
}

extension ByteBuffer {
    /// Appends an answer with an error in the dialect of the mobile SDKs:
    /// `{"StatusCode":"404","ErrorCode":…,"ErrorMessage":…}`.
    mutating func append(
        error: (code: StaticString, message: String), _ fields: ResponseFields,
        headers: (inout ByteBuffer) -> Void = { _ in }
    ) {
        ResponseWriter.write(fields, into: &self, headers: headers) { own in
            own.beginObject()
            own.member("StatusCode", String(fields.status.rawValue))
            own.member("ErrorCode", error.code)
            own.member("ErrorMessage", error.message)
            own.endObject()
        }
    }
}
