internal import Bytes
internal import HTTP
internal import Issuing
internal import JSON
internal import Serving

/// Writes the answer to one request, with the headers of CORS if the origin of the page is listed.
struct IssuingAnswer {
    private let keepAlive: Bool
    private let origin: Origin?
    private let hasOrigin: Bool

    init(_ request: borrowing ClientRequest, _ origins: [Origin]) {
        keepAlive = request.keepAlive
        let stated = request.field("origin")
        hasOrigin = !stated.isEmpty
        origin = origins.first { stated.equals($0.text.utf8Span.span) }
    }

    func write(_ token: IssuedToken, sixMembers: Bool, to output: inout ByteBuffer) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &output, headers: headers) {
            token.append(sixMembers: sixMembers, to: &$0)
        }
    }

    /// As text, which a shell writes into a file as it is.
    func write(bearerToken token: borrowing ByteBuffer, to output: inout ByteBuffer) {
        let fields = ResponseFields(.ok, contentType: "text/plain", keepAlive: keepAlive)
        ResponseWriter.write(fields, into: &output, headers: headers) { output in
            output.append(token)
            output.append("\n")
        }
    }

    /// `false`: the daemon gave no such answer.
    func write(_ work: QuestionWork, to output: inout ByteBuffer) -> Bool {
        var isWritten = false
        let start = output.count
        let type: StaticString = work.isBare ? "text/plain" : "application/json"
        let fields = ResponseFields(.ok, contentType: type, keepAlive: keepAlive)
        ResponseWriter.write(fields, into: &output, headers: headers) {
            isWritten = work.append(to: &$0)
        }
        if !isWritten { output.truncate(to: start) }
        return isWritten
    }

    func write(_ refusal: IssuingRefusal, to output: inout ByteBuffer) {
        var fields = ResponseFields(refusal.status, keepAlive: keepAlive)
        fields.retryAfter = refusal.retryAfter
        if case .methodNotAllowed(let route) = refusal { fields.allow = route.methods }
        output.append(error: (refusal.code, refusal.message), fields) { output in
            if refusal.kind == .unauthenticated { output.append("WWW-Authenticate: Bearer\r\n") }
            headers(&output)
        }
    }

    /// `outdated`: the keys of the files that could not be read again.
    func write(healthy isHealthy: Bool, outdated: [String], to output: inout ByteBuffer) {
        let fields = ResponseFields(isHealthy ? .ok : .serviceUnavailable, keepAlive: keepAlive)
        ResponseWriter.write(fields, into: &output) { output in
            output.beginObject()
            output.member("healthy", isHealthy)
            if !outdated.isEmpty { output.member("unreadable", outdated) }
            output.endObject()
        }
    }

    /// Answers the question of a browser before it sends a request with `Authorization`.
    func writePreflight(allowing route: IssuingRoute, to output: inout ByteBuffer) {
        guard origin != nil else {
            let fields = ResponseFields(.forbidden, keepAlive: keepAlive)
            return output.append(
                error: ("OriginNotAllowed", "AllowOrigin= does not list this origin"), fields)
        }
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &output) { output in
            headers(&output)
            output.append("Access-Control-Allow-Methods: ")
            output.append(route.methods)
            output.append("\r\nAccess-Control-Allow-Headers: Authorization, Content-Type\r\n")
            output.append("Access-Control-Max-Age: 600\r\n")
        } _: {
            $0.append("{}")
        }
    }

    /// No cache may keep a token, or answer a page of another origin.
    private func headers(_ output: inout ByteBuffer) {
        output.append("Cache-Control: no-store\r\n")
        guard hasOrigin else { return }
        output.append("Vary: Origin\r\n")
        guard let origin else { return }
        output.append("Access-Control-Allow-Origin: ")
        output.append(origin.text)
        output.append("\r\n")
    }
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
