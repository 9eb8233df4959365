internal import Bytes
internal import HTTP
internal import JSON
internal import Kernel
internal import Signing
internal import Time

/// The routes of the demo: `GET /sts`, `POST /sign`, `GET /health`.
final class DemoHandler {
    private let issuer: DemoIssuer
    private let signer: DemoSigner

    init(_ issuer: DemoIssuer) throws(SystemError) {
        self.issuer = issuer
        signer = DemoSigner(try issuer.issueLongLivedKey())
    }

    /// Writes exactly one answer, which keeps the connection if the request does.
    func answer(_ request: borrowing IncomingRequest, into output: inout ByteBuffer) {
        let head = request.head
        switch (Route(request.path), head.method) {
        case (.sts, .get): answerToken(head, &output)
        case (.sign, .post): answerSignature(request, &output)
        case (.health, .get): output.append(Reply(.ok, head)) { $0.append("{\"healthy\":true}") }
        case (nil, _):
            output.append(Refusal(.notFound, head, "NoSuchRoute", "GET /sts, POST /sign, GET /health"))
        case (let route?, _):
            output.append(
                Refusal(.methodNotAllowed, head, "MethodNotAllowed", "see Allow", allow: route.method))
        }
    }

    /// Writes the answer to what is no request; the connection ends behind it.
    func refuse(_ error: HTTPError, into output: inout ByteBuffer) {
        output.append(Refusal(error.status, nil, "MalformedRequest", error.description))
    }

    private func answerToken(_ head: RequestHead, _ output: inout ByteBuffer) {
        do throws(SystemError) {
            let document = try issuer.issueDocument(
                at: Timestamp(secondsSince1970: KernelClock.wallSeconds()))
            output.append(Reply(.ok, head)) { $0.append(document) }
        } catch {
            output.append(Refusal(.internalServerError, head, "InternalError", error.description))
        }
    }

    /// A document for daemons, the bare string for the seed's clients.
    private func answerSignature(_ request: borrowing IncomingRequest, _ output: inout ByteBuffer) {
        if request.body.count > 0, request.body[0] == UInt8(ascii: "{") {
            return answerQuestion(request, &output)
        }
        var authorization = ByteBuffer(capacity: 64)
        do throws(SigningError) {
            try signer.append(authorizationFor: request.body, to: &authorization)
            output.append(Reply(.ok, request.head, contentType: "text/plain")) { $0.append(authorization) }
        } catch {
            output.append(Refusal(.unprocessableContent, request.head, "InvalidRequest", error.description))
        }
    }
}

extension DemoHandler {
    private func answerQuestion(_ request: borrowing IncomingRequest, _ output: inout ByteBuffer) {
        var document = ByteBuffer(capacity: 256)
        do throws(SigningError) {
            try signer.append(answerTo: request.body, to: &document)
            output.append(Reply(.ok, request.head)) { $0.append(document) }
        } catch {
            output.append(Refusal(.unprocessableContent, request.head, "InvalidRequest", error.description))
        }
    }
}

private enum Route {
    case sts, sign, health

    init?(_ path: Span<UInt8>) {
        if path.equals("/sts") || path.equals("/") {
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
