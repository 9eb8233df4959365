internal import Bytes
internal import HTTP
internal import JSON
internal import Kernel
internal import Serving
internal import Signing
internal import Time

/// Answers the routes of the demo: `GET /sts` or `/distribute-token.json`, `POST /sign`, `GET /health`.
final class DemoResponder: AppServerResponder {
    /// A string to sign has 1 KB.
    private static let maximumBody = 65_536

    private let issuer: DemoIssuer
    private let signer: DemoSigner

    init(_ issuer: DemoIssuer) throws(SystemError) {
        self.issuer = issuer
        signer = DemoSigner(try issuer.issueLongLivedKey())
    }

    func maximumBody(of path: Span<UInt8>) -> Int { DemoResponder.maximumBody }

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
}
