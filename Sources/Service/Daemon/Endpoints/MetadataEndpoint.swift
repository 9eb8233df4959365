internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Hashing
internal import Keeping
internal import Kernel
internal import Serving
internal import Settings
internal import Text
internal import Time

/// The metadata listeners: programs that support only the role of an ECS instance get the credential of a profile.
final class MetadataEndpoint {
    private let context: DaemonContext
    private let credentials: CredentialEndpoint
    private var accesses: [ObjectIdentifier: MetadataAccess] = [:]

    init(_ context: DaemonContext, _ credentials: CredentialEndpoint) {
        self.context = context
        self.credentials = credentials
    }

    func add(_ access: MetadataAccess, at listener: Listener) {
        accesses[ObjectIdentifier(listener)] = access
    }

    /// Answers only the part of an instance's metadata that is about its role.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard let access = accesses[ObjectIdentifier(connection.listener)], request.query.isEmpty,
            request.body.isEmpty, access.address.isNamed(by: request.host), !request.isForwarded
        else { throw .noSuchRoute }
        let route = try MetadataRoute(request.method, request.path)
        if route == .token {
            try appendToken(of: access, for: caller, request, to: &output)
            return .answered(.isSecret)
        }
        try access.checkToken(of: request, by: caller.peer.uid)
        guard case .role(let name, let dialect) = route else {
            let role = try role(of: access, for: caller.rules)
            let fields = ResponseFields(.ok, contentType: "text/plain", keepAlive: request.keepAlive)
            ResponseWriter.write(fields, into: &output) { body in body.append(role.name) }
            return .answered()
        }
        let profile = try credentials.profile(
            named: request.path.extracting(name), toHandTo: caller, connection, at: request.now)
        guard profile.name == access.profile ?? profile.name else {
            throw .noSuchProfile(named: profile.name)
        }
        return try credentials.respond(
            with: profile, as: dialect.format, to: request, by: caller, of: connection, into: &output)
    }

    private func appendToken(
        of access: MetadataAccess, for caller: Caller, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) throws(Problem) {
        let dialect: MetadataDialect = request.has(MetadataDialect.ec2.life) ? .ec2 : .ecs
        guard let seconds = request.field(dialect.life).decimalValue,
            (1...MetadataAccess.longestLife).contains(seconds)
        else { throw .malformed(.missing(StaticText(stringLiteral: dialect.life))) }
        let end = request.now.wall + Int64(seconds)
        // The SDKs of AWS take the life of a token from the answer.
        let fields = ResponseFields(.ok, contentType: "text/plain", keepAlive: request.keepAlive)
        ResponseWriter.write(fields, dialect.life, seconds, into: &output) { body in
            access.appendToken(for: caller.peer.uid, until: end, to: &body)
        }
    }

    /// The profile of this network namespace, or the only one that the caller may use.
    ///
    /// Clients take the whole answer as the name of one role.
    private func role(of access: MetadataAccess, for rules: PeerRules) throws(Problem) -> Profile {
        let candidates =
            if let name = access.profile { [try context.profile(named: name.utf8Span.span)] } else {
                context.profiles.all.filter { (try? rules.rule(handingOut: $0)) != nil }
            }
        let only = candidates.count == 1 ? candidates.first : nil
        guard let role = only ?? candidates.first(where: { $0 === context.profiles.standard }) else {
            throw .noSuchProfile(among: candidates.map(\.name))
        }
        _ = try rules.rule(handingOut: role)
        return role
    }
}

/// A network namespace whose programs use the daemon as the metadata service of an ECS instance.
///
/// A token of the hardened mode contains its expiration and its user, authenticated by the daemon, so none is stored.
final class MetadataAccess {
    /// The longest life in seconds that ECS gives a token.
    static let longestLife = 21_600

    let address: ListenerAddress
    /// `nil`: each user gets the one profile that it may use.
    let profile: String?
    private let tokens: MetadataTokens
    private let key: HMACSHA256

    init(
        at address: consuming ListenerAddress, for profile: String?, tokens: MetadataTokens, key: Span<UInt8>
    ) {
        self.address = address
        self.profile = profile
        self.tokens = tokens
        self.key = HMACSHA256(key: key)
    }

    func appendToken(for user: UInt32, until end: Timestamp, to output: inout ByteBuffer) {
        output.append(decimal: Int(end.secondsSince1970))
        output.append(UInt8(ascii: "."))
        output.append(code(of: user, until: end).span)
    }

    /// Rejects an invalid token even if none is required.
    fileprivate func checkToken(of request: borrowing ClientRequest, by user: UInt32) throws(Problem) {
        var isGiven = false
        for dialect in MetadataDialect.allCases where !request.field(dialect.token).isEmpty {
            isGiven = true
            guard accepts(request.field(dialect.token), of: user, at: request.now.wall) else {
                let name = StaticText(stringLiteral: dialect.token)
                throw .invalidRequest(.field(name, mustBe: "a valid token that has not expired"))
            }
        }
        guard isGiven || tokens == .optional else {
            throw .notAllowed(Refusal(.operation(.credentials)))
        }
    }

    /// Whether this user was given the token, and it has not expired.
    private func accepts(_ token: Span<UInt8>, of user: UInt32, at now: Timestamp) -> Bool {
        guard let dot = token.firstIndex(of: UInt8(ascii: "."), from: 0),
            let seconds = token.extracting(first: dot).decimalValue, Int64(seconds) > now.secondsSince1970
        else { return false }
        let expected = code(of: user, until: Timestamp(secondsSince1970: Int64(seconds)))
        return expected.equals(token.extracting(droppingFirst: dot + 1))
    }

    private func code(of user: UInt32, until end: Timestamp) -> ShortCode {
        var message = ByteBuffer()
        message.append("metadata ")
        message.append(decimal: Int(user))
        message.append(" ")
        message.append(decimal: Int(end.secondsSince1970))
        return ShortCode(of: message.span, under: key)
    }
}

extension Problem {
    /// The status as a metadata service sends it: an invalid token is the only problem of a well-formed request.
    var statusOfMetadata: HTTP.Status {
        if case .invalidRequest = self { .unauthorized } else { status }
    }
}
