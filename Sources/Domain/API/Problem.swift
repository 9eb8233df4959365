package import Access
package import Bytes
internal import Contract
package import HTTP
internal import JSON
internal import Signing
internal import Text
internal import Tokens

/// Every way in which a request can fail, with the names of the contract.
package enum Problem: Error, Equatable {
    case malformed(Malformation)
    case invalidRequest(Invalidity)
    case notAllowed(Refusal)
    /// The rules grant it, but the server that signs for the profile does not.
    case signatureRefused(profile: String, reason: String)
    /// With the requested name, if there was one, and the profiles that the caller may use.
    case noSuchProfile(named: String? = nil, among: [String] = [])
    /// The configuration has no profile.
    case noProfiles
    /// The request names no profile, and the caller may use these.
    case profileNotNamed(among: [String])
    case noSuchRoute
    case methodNotAllowed(allow: StaticText)
    case tooLarge(limit: Int)
    case keyChanged(KeyInUse)
    case rateLimited(Excess, retryAfter: Int)
    case noCredential(Lack)

    /// The limit that was reached.
    package enum Excess: Equatable {
        /// `MaxConnections=`, with all of them in use.
        case connections
        /// The places of all callers together that no rule names.
        case connectionsWithoutRule
        /// `MaxConnectionsPerUser=`.
        case connectionsOfUser(UInt32)
        /// The rule that will grant the request first.
        case requests(rule: String, rate: Rate?)
        /// The removals of the user that can be on record.
        case records
        /// Memory for incomplete requests, waiting requests and unread answers.
        case memory
        /// The file descriptors of the daemon: not a limit of the user.
        case descriptors
    }

    package var status: HTTP.Status {
        switch self {
        case .malformed: .badRequest
        case .invalidRequest: .unprocessableContent
        case .notAllowed, .signatureRefused: .forbidden
        case .noSuchProfile, .noProfiles, .profileNotNamed, .noSuchRoute: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .keyChanged: .conflict
        case .tooLarge: .contentTooLarge
        case .rateLimited: .tooManyRequests
        case .noCredential: .serviceUnavailable
        }
    }

    var name: ProblemName {
        switch self {
        case .malformed: .malformed
        case .invalidRequest: .invalidRequest
        case .notAllowed, .signatureRefused: .notAllowed
        case .noSuchProfile, .noProfiles, .profileNotNamed: .noSuchProfile
        case .noSuchRoute: .noSuchRoute
        case .methodNotAllowed: .methodNotAllowed
        case .keyChanged: .keyChanged
        case .tooLarge: .tooLarge
        case .rateLimited: .rateLimited
        case .noCredential: .noCredential
        }
    }

    var title: StaticString {
        switch self {
        case .malformed: "The request cannot be read"
        case .invalidRequest(.configuration): "The configuration is invalid, the old one stays in use"
        case .invalidRequest(.credential): "This credential cannot be used"
        case .invalidRequest(.value), .invalidRequest(.field), .invalidRequest(.unknownUser):
            "A value cannot be used"
        case .invalidRequest(.profile): "This profile cannot do that"
        case .invalidRequest(.signing), .invalidRequest(.part), .invalidRequest(.within):
            "This cannot be signed"
        case .notAllowed: "The access rules do not grant this"
        case .signatureRefused: "The remote signer refuses this"
        case .noSuchProfile: "Unknown profile"
        case .noProfiles: "There is no profile"
        case .profileNotNamed: "Name a profile"
        case .noSuchRoute: "There is no such route"
        case .methodNotAllowed: "Method not allowed"
        case .keyChanged: "The string is made for another key"
        case .tooLarge: "The body is too large"
        case .rateLimited(.descriptors, _): "The daemon has no descriptors left for this"
        case .rateLimited: "A limit of this user is reached"
        case .noCredential(let lack) where lack.isOfRenewal: "The credential was not renewed"
        case .noCredential: "There is no usable credential"
        }
    }

    /// One sentence for the author of the request: the part that is wrong, and what to do.
    package var detail: String {
        switch self {
        case .malformed(let why): why.description
        case .invalidRequest(let why): why.description
        case .notAllowed(let refusal): refusal.description
        case .signatureRefused(let profile, let reason): "no signature for profile \(profile): \(reason)"
        case .noSuchProfile(nil, []): "there is no profile that you may use yet; 'ossauthctl doctor' says why"
        case .noSuchProfile(let name, let usable):
            "\(name.map { "unknown profile \(Quotation.of($0))" } ?? "no profile is named")"
                + (usable.isEmpty
                    ? "; no rule lets this caller use a profile"
                    : " (you may use: \(usable.someOfThem))")
        case .noProfiles:
            "the daemon has no profile yet: add a [Profile NAME] section to its configuration, see ossauthd.conf(5)"
        case .profileNotNamed(let names):
            "you may use \(names.count) (\(names.someOfThem)), and none is the default, "
                + "which DefaultProfile= would name"
        case .noSuchRoute:
            "GET /v1/openapi.json lists the routes; those for administration are on the admin socket"
        case .methodNotAllowed(let allow): "use \(allow)"
        case .keyChanged:
            "it names another key or token than the profile has now: make it again with accessKeyId and securityToken of this answer"
        case .tooLarge(let limit): "at most \(limit) bytes"
        case .rateLimited(.connections, let seconds):
            "MaxConnections= is reached, and all connections are in use; try again in \(seconds) s"
        case .rateLimited(.connectionsWithoutRule, let seconds):
            "no rule is for this caller, and others without a rule have all connections of such callers; "
                + "try again in \(seconds) s"
        case .rateLimited(.connectionsOfUser(let user), let seconds):
            "user \(user) has as many connections as MaxConnectionsPerUser= allows; close those that are not needed, "
                + "and try again in \(seconds) s"
        case .rateLimited(.requests(let rule, let rate), let seconds):
            "[Access \(rule)]: Rate=\(rate.map(\.description) ?? "") is used up; try again in \(seconds) s"
        case .rateLimited(.records, let seconds):
            "each removal needs a record in the audit, and a user has at most 1,000 a second, fewer while the journal "
                + "is slow; try again in \(seconds) s"
        case .rateLimited(.memory, let seconds):
            "read the answers that are there, and send whole requests; try again in \(seconds) s"
        case .rateLimited(.descriptors, let seconds):
            "the caller could not be looked up; try again in \(seconds) s"
        case .noCredential(let lack): lack.description
        }
    }

    /// The JSON pointer (RFC 6901) of the wrong part of the body, if there is exactly one.
    package var pointer: String? {
        switch self {
        case .malformed(.wrongType(let part, _)), .malformed(.unknownMember(let part, _)),
            .malformed(.memberTwice(let part)), .invalidRequest(.part(let part, _)),
            .invalidRequest(.within(let part, _)):
            part.pointer
        case .malformed(.tooMany(let name, _)), .invalidRequest(.value(let name, _)): "/\(name)"
        case .invalidRequest(.signing(.condition(let index))): "/conditions/\(index)"
        case .invalidRequest(.signing(let error)):
            error.isOfPresentMember ? error.member.map { "/\($0)" } : nil
        default: nil
        }
    }

    /// The key and token that a composed string must be made for.
    package struct KeyInUse: Equatable {
        let generation: Int
        let keyID: String
        let securityToken: String?

        init(_ credential: Credential) {
            generation = credential.generation
            keyID = credential.signing.keyID.text
            securityToken = credential.signing.hasToken ? credential.signing.securityToken.text : nil
        }
    }
}

extension [String] {
    /// Enough names to recognize the list.
    fileprivate var someOfThem: String {
        prefix(20).joined(separator: ", ") + (count > 20 ? ", …" : "")
    }
}

extension ByteBuffer {
    /// Writes the whole answer for a failed request, as `application/problem+json` (RFC 9457).
    package mutating func append(_ problem: Problem, keepAlive: Bool) {
        var fields = ResponseFields(
            problem.status, contentType: "application/problem+json", keepAlive: keepAlive)
        if case .methodNotAllowed(let allow) = problem { fields.allow = allow.text }
        fields.retryAfter = problem.retryAfter
        ResponseWriter.write(fields, into: &self) { own in own.append(bodyOf: problem) }
    }

    private mutating func append(bodyOf problem: Problem) {
        append("{\"type\":\"")
        append(ProblemName.prefix)
        append(problem.name.rawValue)
        append("\",\"title\":\"")
        append(problem.title)
        append("\",\"status\":")
        value(problem.status.rawValue)
        member("detail", problem.detail)
        member("pointer", ifAny: problem.pointer)
        appendMembers(of: problem)
        endObject()
    }

    private mutating func appendMembers(of problem: Problem) {
        switch problem {
        case .noCredential(let lack):
            member("state", lack.state.name)
            member("lastError", orNull: lack.lastError)
            member("retryAfter", lack.retryAfter)
        case .keyChanged(let key):
            member("generation", key.generation)
            member("accessKeyId", key.keyID)
            member("securityToken", orNull: key.securityToken)
        case .notAllowed(let refusal):
            member("rule", orNull: refusal.rule)
            appendMissing(refusal)
        case .signatureRefused(_, let reason):
            member("rule", orNull: String?.none)
            member(array: "missing") { _ in }
            member("lastError", reason)
        default: break
        }
    }

    /// Everything that the nearest rule lacks.
    ///
    /// The caller may know it: `GET /v1/whoami` shows the whole rule.
    mutating func appendMissing(_ refusal: Refusal) {
        member(array: "missing") { missing in
            for obstacle in refusal.obstacles { missing.append(obstacle) }
        }
    }

    private mutating func append(_ obstacle: Obstacle) {
        beginObject()
        member("member", obstacle.member)
        switch obstacle.comparison {
        case .words(let asked, let granted):
            member("value", orNull: asked)
            member("granted", granted)
        case .seconds(let asked, let limit):
            member("value", asked)
            member("limit", limit)
        }
        member("detail", obstacle.description)
        endObject()
    }
}
