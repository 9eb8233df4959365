internal import Bytes
internal import HTTP
internal import JSON
internal import Kernel
internal import Serving
internal import Signing
internal import Time

/// Answers the routes of the demo: `GET /sts` or `/distribute-token.json`, `POST /sign`, `GET /health`.
final class DemoResponder: Responder {
    /// A string to sign has 1 KB.
    private static let maximumBody = 65_536

    private let issuer: DemoIssuer
    private let signer: DemoSigner

    init(_ issuer: DemoIssuer) throws(SystemError) {
        self.issuer = issuer
        signer = DemoSigner(try issuer.issueLongLivedKey())
    }

    func respond(
        to request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) -> RequestOutcome {
        switch (Route(request.path), request.method) {
        case (.sts, .get): answerToken(request, &output)
        case (.sign, .post): answerSignature(request, &output)
        case (.health, .get): output.append(.ok, for: request) { $0.append("{\"healthy\":true}") }
        case (nil, _):
            output.append(
                error: ("NoSuchRoute", "GET /sts, POST /sign, GET /health"),
                ResponseFields(.notFound, keepAlive: request.keepAlive))
        case (let route?, _):
            var fields = ResponseFields(.methodNotAllowed, keepAlive: request.keepAlive)
            fields.allow = route.method
            output.append(error: ("MethodNotAllowed", "see Allow"), fields)
        }
        return .answered()
    }

    private func answerToken(_ request: borrowing ClientRequest, _ output: inout ByteBuffer) {
        do throws(SystemError) {
            let document = try issuer.issueDocument(at: request.now.wall)
            output.append(.ok, for: request) { $0.append(document) }
        } catch {
            let fields = ResponseFields(.internalServerError, keepAlive: request.keepAlive)
            output.append(error: ("InternalError", error.description), fields)
        }
    }

    /// Answers daemons with a document, the mobile SDKs with the bare string.
    private func answerSignature(_ request: borrowing ClientRequest, _ output: inout ByteBuffer) {
        let isDocument = request.body.count > 0 && request.body[0] == UInt8(ascii: "{")
        var answer = ByteBuffer(capacity: 256)
        do throws(SigningError) {
            if isDocument {
                try signer.append(answerTo: request.body, to: &answer)
            } else {
                try signer.append(authorizationFor: request.body, to: &answer)
            }
            let type: StaticString = isDocument ? "application/json" : "text/plain"
            output.append(.ok, type, for: request) { $0.append(answer) }
        } catch {
            let fields = ResponseFields(.unprocessableContent, keepAlive: request.keepAlive)
            output.append(error: ("InvalidRequest", error.description), fields)
        }
    }
}

// The parts of a responder that the demo does not use.
extension DemoResponder {
    func maximumBody(of path: Span<UInt8>) -> Int { DemoResponder.maximumBody }

    func accepts(
        _ head: borrowing RequestHead, of message: Span<UInt8>, from connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> Bool { true }

    func requestByName(of connection: Connection) -> ByteBuffer { ByteBuffer() }

    func respond(
        toName request: Span<UInt8>, of connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> RequestOutcome { .answered(.isLast) }

    func refuse(
        _ refusal: ServerRefusal, at listener: Listener, for connection: Connection?,
        into output: inout ByteBuffer
    ) {
        let (status, message): (Status, String) =
            switch refusal {
            case .malformed(let error): (error.status, error.description)
            case .tooLarge(let limit): (.contentTooLarge, "the body has more than \(limit) bytes")
            case .memory, .connections, .descriptors: (.serviceUnavailable, "too many requests")
            }
        output.append(error: ("MalformedRequest", message), ResponseFields(status, keepAlive: false))
    }

    func connected(_ connection: Connection) {}

    func reached(_ limit: ServerLimit) {}

    func answered(_ count: Int, inNanoseconds nanoseconds: Int64) {}

    func spent(_ nanoseconds: Int64, on user: FairQueue.User) {}

    func beforeAnswers() {}

    func afterAnswers() {}

    func stopped() {}
}

private enum Route {
    case sts, sign, health

    init?(_ path: Span<UInt8>) {
        // The last path is the one that the sample servers of the mobile SDKs have.
        if path.equals("/sts") || path.equals("/") || path.equals("/distribute-token.json") {
            self = .sts
        } else if path.equals("/sign") {
            self = .sign
        } else if path.equals("/health") {
            self = .health
        } else {
            return nil
        }
    }

    var method: StaticString { self == .sign ? "POST" : "GET" }
}

extension ByteBuffer {
    fileprivate mutating func append(
        _ status: Status, _ contentType: StaticString = "application/json",
        for request: borrowing ClientRequest, _ write: (inout ByteBuffer) -> Void
    ) {
        let fields = ResponseFields(status, contentType: contentType, keepAlive: request.keepAlive)
        ResponseWriter.write(fields, into: &self, write)
    }

    /// An error in the dialect of the mobile SDKs: `{"StatusCode":"404","ErrorCode":…,"ErrorMessage":…}`.
    fileprivate mutating func append(
        error: (code: StaticString, message: String), _ fields: ResponseFields
    ) {
        ResponseWriter.write(fields, into: &self) { own in
            own.beginObject()
            own.member("StatusCode", String(fields.status.rawValue))
            own.member("ErrorCode", error.code)
            own.member("ErrorMessage", error.message)
            own.endObject()
        }
    }
}
