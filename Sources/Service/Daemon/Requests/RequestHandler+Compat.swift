internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Time

// Programs that know nothing of us fetch a document over TCP, by an address that they were configured with.
extension RequestHandler {
    /// `GET /SECRET/PROFILE`, and nothing else.
    func answerUnmodified(
        _ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard let compat, request.method == .get, request.query.isEmpty, request.body.isEmpty,
            compat.isAddressed(by: request.host), !request.isOfOthers,
            let name = compat.profile(in: request.path, for: connection.caller.peer.uid)
        else { throw .noSuchRoute }
        let profile = try profile(named: request.path.extracting(name))
        return try handOut(profile, request, of: connection, into: &output)
    }

    /// `GET /v1/compat`: what to tell such a program, for those who may have credentials.
    func appendCompatURI(
        for connection: Connection, _ request: borrowing ClientRequest, to output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let call = try HandoutCall(query: request.query, takesTerms: false)
        let profile = try profile(wantedBy: call, of: connection, at: request.now)
        let name = profile.name.utf8Span.span
        _ = try connection.caller.rules.rule(granting: Question(.credentials, profile: name))
        let uri = compat?.uri(of: name, for: connection.caller.peer.uid) ?? ByteBuffer()
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(compatURI: uri.span, of: profile.defaults)
        }
        return .answered(.isSecret)
    }
}

extension Problem {
    /// What the answer with it means.
    func traits(at door: Door) -> AnswerTraits {
        var traits: AnswerTraits = door.isForStrangers ? .isLast : []
        if case .rateLimited = self { traits.insert(.isOverRate) }
        return traits
    }
}

extension ByteBuffer {
    /// Strangers are told nothing of what is wrong: the compat listener answers one thing, or there is nothing, and
    /// programs on an instance go by the status.
    mutating func append(_ problem: Problem, at door: Door, keepAlive: Bool) {
        guard door.isForStrangers else { return append(problem, keepAlive: keepAlive) }
        let status = door == .metadata ? problem.statusOfMetadata : .notFound
        ResponseWriter.writeEmpty(status, keepAlive: false, into: &self)
    }
}
