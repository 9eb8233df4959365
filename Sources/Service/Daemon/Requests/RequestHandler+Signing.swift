internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Metrics
internal import Time
internal import Tokens

// From the body to the signature, of which each step may be the last.
extension RequestHandler {
    /// Of a longer body nothing is read for a caller without a rule for it.
    private static let longestForAll = 65_536

    /// Refuses at the head what would be refused when the whole body is there.
    func checkLength(
        of head: RequestHead, _ path: Span<UInt8>, of connection: Connection, at now: Instant,
        kind: inout RequestKind
    ) throws(Problem) {
        guard head.contentLength > RequestHandler.longestForAll, connection.door == .api,
            let route = Route(anyMethod: path), let operation = route.operationsOfBody.first
        else { return }
        kind = RequestKind(route)
        try refresh(connection, at: now)
        let rules = connection.caller.rules
        guard !route.operationsOfBody.contains(where: rules.mayAsk) else { return }
        // No rule is about an explanation itself.
        guard route != .explain else { throw .tooLarge(limit: RequestHandler.longestForAll) }
        let refusal = rules.refusal(of: operation)
        audit.record(.refused(refusal.missing), operation, by: connection, at: now)
        throw .notAllowed(refusal)
    }

    func sign(
        _ route: SigningRoute, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        if let batch = connection.batch { return try finish(batch) }
        if let body = connection.largeBody {
            return try finish(body, request, of: connection, into: &output)
        }
        // Somebody may think that it counts.
        guard request.query.isEmpty else { throw .malformed(.unexpectedQuery) }
        guard request.body.count <= LargeBody.threshold else {
            try beginReading(request, for: route, of: connection)
            return .waits
        }
        let desk = try desks.value.read(request.body, for: route, from: connection.caller.number)
        return try sign(request, of: connection, at: &desks.value.all[desk].value, into: &output)
    }

    /// What was read is wanted.
    func sign(
        _ request: borrowing ClientRequest, of connection: Connection, at desk: inout SigningDesk,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let profile = try profile(wantedAt: &desk, by: connection, at: request.now)
        guard isAnsweredAtOnce(desk.call, with: profile) else {
            try begin(request, of: connection, with: profile, from: &desk)
            return .waits
        }
        try admit(connection, to: profile, of: &desk, at: request.now)
        // What was signed by the word of a profile that a reload replaced is signed anew.
        if let ticket = connection.ticket, ticket.profile === profile {
            try finish(ticket, of: profile, request, at: &desk, into: &output)
            return .answered()
        }
        return try sign(with: profile, request, of: connection, at: &desk, into: &output)
    }

    /// Where the signatures are made elsewhere, there are few, and others are served while they come.
    private func isAnsweredAtOnce(_ call: borrowing SigningCall, with profile: Profile) -> Bool {
        let count = call.keys.count
        guard count > 1 else { return true }
        guard profile.remoteSigner == nil || count > RemoteSigner.maximumStrings else { return true }
        return count <= Batch.slice(signing: call.bytesPerKey)
    }

    private func sign(
        with profile: Profile, _ request: borrowing ClientRequest, of connection: Connection,
        at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let now = request.now
        guard
            let credential = try credential(
                of: profile, living: desk.call.minValid, for: connection, at: now)
        else {
            profile.waiters.append(connection.beginWait())
            return .waits
        }
        guard !credential.isElsewhere else {
            return try sign(
                elsewhere: credential, of: profile, request, connection, at: &desk, into: &output)
        }
        record(credential, connection, &desk, at: now)
        let signatures = max(1, desk.call.keys.count)
        try desk.answer(
            with: credential, of: profile.defaults, at: profile.time(at: now), keepAlive: request.keepAlive,
            to: &output)
        profile.tally.value.signatures += signatures
        return .answered()
    }

    /// The token to sign with; `nil` while one is on its way.
    func credential(
        of profile: Profile, living seconds: Int, for connection: Connection, at now: Moment
    ) throws(Problem) -> Credential? {
        if let present = profile.credential(living: seconds, at: now) { return present }
        switch profile.supply(
            living: seconds, afterWaiting: connection.hasWaited, at: now, within: patience)
        {
        case .present(let credential): return credential
        case .coming: return nil
        case .none: throw profile.lack(living: seconds, at: now)
        }
    }

    /// Nothing is signed that is not on record before.
    func record(
        _ credential: Credential, _ connection: Connection, _ desk: inout SigningDesk, at now: Moment
    ) {
        audit.record(.granted(generation: credential.generation), on: &desk, by: connection, at: now.boot)
    }

    /// The profile that a request can only mean which names none.
    func profileMeant(by rules: PeerRules) throws(Problem) -> Profile {
        if let standard = profiles.standard { return standard }
        let usable = profiles.all.filter { rules.mayUse(profile: $0.name.utf8Span.span) }
        guard let only = usable.first else { throw .noSuchProfile() }
        guard usable.count == 1 else { throw .profileNotNamed(among: usable.map(\.name)) }
        return only
    }

    func profile(named name: Span<UInt8>) throws(Problem) -> Profile {
        guard let profile = profiles[name] else {
            throw .noSuchProfile(named: String(copying: name), among: profiles.all.map(\.name))
        }
        return profile
    }

    /// For a caller whose rules would grant it.
    func unknownProfile(named name: Span<UInt8>, to rules: PeerRules) -> Problem {
        let usable = profiles.all.lazy.map(\.name).filter { rules.mayUse(profile: $0.utf8Span.span) }
        return .noSuchProfile(named: String(copying: name), among: Array(usable))
    }
}
