internal import Access
package import Bytes
internal import Contract
internal import HTTP
internal import JSON
internal import Tokens

extension ByteBuffer {
    /// Writes the whole answer for a request that failed, as `application/problem+json` (RFC 9457).
    package mutating func append(_ problem: Problem, keepAlive: Bool) {
        var fields = ResponseFields(
            problem.status, contentType: "application/problem+json", keepAlive: keepAlive)
        if case .methodNotAllowed(let allow) = problem { fields.allow = allow.text }
        if case .noCredential(let lack) = problem { fields.retryAfter = lack.retryAfter }
        if case .rateLimited(_, let seconds) = problem { fields.retryAfter = seconds }
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
        default: break
        }
    }
}

extension ByteBuffer {
    /// Everything that the nearest rule lacks, which its caller may know: `GET /v1/whoami` has the rule as a whole.
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
