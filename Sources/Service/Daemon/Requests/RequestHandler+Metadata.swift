internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Settings
internal import Text
internal import Time

// Programs that can only use the role of an ECS instance find a profile in its place.
extension RequestHandler {
    /// What the metadata of an instance answers about its role, and nothing else.
    func answerMetadata(
        _ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard let metadata = connection.metadata, request.query.isEmpty, request.body.isEmpty,
            metadata.isAddressed(by: request.host), !request.isOfOthers
        else { throw .noSuchRoute }
        let route = try MetadataRoute(request.method, request.path)
        if route == .token {
            try appendToken(of: metadata, for: connection, request, to: &output)
            return .answered(.isSecret)
        }
        try metadata.checkToken(of: request, by: connection.caller)
        guard case .role(let name) = route else {
            let role = try role(of: metadata, for: connection.caller.rules)
            appendText(of: request, to: &output) { body in body.append(role.name) }
            return .answered()
        }
        let profile = try profile(
            named: request.path.extracting(name), toHandTo: connection, at: request.now)
        guard profile.name == metadata.profile ?? profile.name else { throw .noSuchProfile() }
        return try handOut(profile, request, of: connection, into: &output)
    }

    private func appendToken(
        of metadata: MetadataAccess, for connection: Connection, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) throws(Problem) {
        guard let seconds = request.field("x-aliyun-ecs-metadata-token-ttl-seconds").decimalValue,
            (1...MetadataAccess.longestLife).contains(seconds)
        else { throw .malformed(.missing("x-aliyun-ecs-metadata-token-ttl-seconds")) }
        let end = request.now.wall + Int64(seconds)
        appendText(of: request, to: &output) { body in
            metadata.appendToken(for: connection.caller.peer.uid, until: end, to: &body)
        }
    }

    /// The clients take all of the answer for the name of one role: that of this network namespace, or the only one that
    /// can be meant.
    private func role(of metadata: MetadataAccess, for rules: PeerRules) throws(Problem) -> Profile {
        let candidates =
            if let name = metadata.profile { [try profile(named: name.utf8Span.span)] } else {
                profiles.all.filter { rules.grantsCredential(of: $0) }
            }
        let only = candidates.count == 1 ? candidates.first : nil
        guard let role = only ?? candidates.first(where: { $0 === profiles.standard }) else {
            throw .noSuchProfile()
        }
        _ = try rules.rule(granting: Question(.credentials, profile: role.name.utf8Span.span))
        return role
    }

    private func appendText(
        of request: borrowing ClientRequest, to output: inout ByteBuffer, _ write: (inout ByteBuffer) -> Void
    ) {
        ResponseWriter.write(
            ResponseFields(.ok, contentType: "text/plain", keepAlive: request.keepAlive), into: &output
        ) { output in
            write(&output)
        }
    }
}

extension PeerRules {
    fileprivate func grantsCredential(of profile: Profile) -> Bool {
        (try? rule(granting: Question(.credentials, profile: profile.name.utf8Span.span))) != nil
    }
}

extension MetadataAccess {
    /// One that came with a request must be good, whether it was needed or not.
    fileprivate func checkToken(of request: borrowing ClientRequest, by caller: Caller) throws(Problem) {
        let token = request.field("x-aliyun-ecs-metadata-token")
        guard !token.isEmpty else {
            guard tokens == .optional else { throw .notAllowed(Refusal(.operation(.credentials))) }
            return
        }
        guard accepts(token, of: caller.peer.uid, at: request.now.wall) else {
            throw .invalidRequest(
                .field("x-aliyun-ecs-metadata-token", mustBe: "a valid token that has not expired"))
        }
    }
}

extension Problem {
    /// A token that is not good is all that a well-formed request can have wrong there.
    var statusOfMetadata: HTTP.Status {
        if case .invalidRequest = self { .unauthorized } else { status }
    }
}
