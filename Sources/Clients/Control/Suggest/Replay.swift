internal import Bytes
internal import CommandLine
internal import JSON
internal import OSSAuthClient
internal import Suggesting

extension SuggestCommand {
    /// Asks for granted requests again, by the present rules.
    func replay(
        _ counts: [AuditedRequest: Int], _ session: inout Session
    ) throws(Failure) -> ExitStatus {
        var refused: [(count: Int, reason: String)] = []
        for (request, count) in counts {
            if let reason = try request.refusal(&session) { refused.append((count, reason)) }
        }
        let lines = refused.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }.map {
            "\($0.count) of \($0.reason.visible)\n"
        }
        let (sum, total) = (refused.reduce(0) { $0 + $1.count }, counts.values.reduce(0, +))
        try session.terminal.print(
            lines.joined() + "\(sum) of \(total) requests on record would be refused\n")
        return refused.isEmpty ? .done : .refused
    }
}

extension AuditedRequest {
    /// The request and why the rules refuse it now; `nil`: they grant it.
    fileprivate func refusal(_ session: inout Session) throws(Failure) -> String? {
        let caller = ExplainedCaller(.number(Int(user)), unit: unit, executable: program)
        let name =
            "\(operation) \(method) oss://\(bucket)/\(keyText) by user \(user)\(unit.map { " (\($0))" } ?? "")"
        do throws(Failure) {
            let answer = try session.ask(.explain(caller, daemonRequest), for: Explanation.self)
            return answer.isGranted ? nil : "\(name): \(answer.reason)"
        } catch {
            // Without its profile, for example, it is invalid by now.
            guard error.status != .unreachable else { throw error }
            return "\(name): \(error.sentence)"
        }
    }

    private var keyText: String { String(decoding: key, as: UTF8.self) }

    private var daemonRequest: DaemonRequest {
        let terms = SigningTerms(profile: profile.isEmpty ? nil : profile)
        let isListing = isPrefix && method == "GET"
        var subject = OSSRequest(
            OSSRequest.Method(rawValue: method) ?? .get, bucket: bucket.isEmpty ? nil : bucket,
            key: key.isEmpty || isListing ? nil : keyText)
        subject.parameters =
            parameters.map { OSSRequest.Parameter($0) }
            + (isListing ? [OSSRequest.Parameter("prefix", keyText)] : [])
        let life = expires > 0 ? Duration.seconds(expires) : nil
        switch operation {
        case "credentials": return .credentials(profile: terms.profile, minValid: nil)
        case "issue": return .issue(profile: terms.profile)
        case "presign": return .presign(subject, life: life, terms)
        case "post-policy": return .postPolicy(subject, .conditions(formConditions, life: life), terms)
        default: return .sign(subject, terms)
        }
    }

    private var formConditions: String {
        var conditions = ByteBuffer()
        conditions.append(isPrefix ? "[[\"starts-with\",\"$key\"" : "[[\"eq\",\"$key\"")
        conditions.value(keyText)
        conditions.append("]]")
        return String(copying: conditions.span)
    }
}
