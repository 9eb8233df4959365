package import Access
package import Bytes
package import HTTP
internal import Signing
package import Time
package import Tokens

/// Turns a request to sign into an answer: reads the body, checks the rules, signs, and writes.
///
/// It uses no socket and no clock. It holds the present call, in memory that the next call reuses.
package struct SigningContext: ~Copyable {
    package internal(set) var said = ReadCall()
    package internal(set) var call = CompleteCall()
    var signer = Signer()
    var expiration = CachedTimeText()
    /// The grants of the last admission.
    package private(set) var grants = ReusedArray<Grant>()
    /// The validity of the answer; `nil`: the rules were not checked yet.
    package private(set) var life: Duration?
    /// The caller of a forwarded request.
    package private(set) var forwardedCaller = ForwardedCaller(user: .max)

    /// Whether it may hold traces of a token.
    package private(set) var isUsed = false

    package init() {}

    package mutating func read(_ body: Span<UInt8>, for route: SigningRoute) throws(Problem) {
        (life, isUsed) = (nil, true)
        try said.read(body, for: route, into: &call)
    }

    package mutating func read(
        _ question: ForwardQuestion, _ fields: HeaderBlock, in message: Span<UInt8>, body: Span<UInt8>,
        of caller: ForwardedCaller, for profile: ProfileDefaults
    ) throws(Problem) {
        (life, isUsed) = (nil, true)
        forwardedCaller = caller
        try call.read(question, fields, in: message, body: body, for: profile, &said)
    }

    /// Completes the call with the defaults of the profile, and checks the rules of the caller.
    package mutating func admit(
        to profile: ProfileDefaults, by rules: PeerRules, at now: Timestamp
    ) throws(Problem) {
        try complete(with: profile, by: rules)
        try admit(by: rules, at: now)
        if call.route == .forward, let grant = grants.last {
            forwardedCaller.rule = rules.rules[grant.rule].name
        }
    }

    /// The same for a reader who may see the profile in any case, and so everything that is missing.
    package mutating func explain(
        _ profile: ProfileDefaults, by rules: PeerRules, at now: Timestamp
    ) throws(Problem) {
        grants.removeAll()
        name(profile)
        do throws(Problem) {
            try call.complete(said, with: profile)
        } catch {
            // The request itself would get the same answer.
            throw call.refusal(by: rules).map { .notAllowed($0) } ?? error
        }
        try admit(by: rules, at: now)
    }

    private mutating func admit(by rules: PeerRules, at now: Timestamp) throws(Problem) {
        guard call.deletions.isEmpty else { return try admitDeletions(by: rules, at: now) }
        guard call.operation != .signOpaque else { return add(try opaqueRule(of: rules)) }
        guard !call.keys.isEmpty else { return add(try rule(of: rules, at: now)) }
        try admitKeys(by: rules, at: now)
    }

    /// Names the profile of a call that names none.
    private mutating func name(_ profile: ProfileDefaults) {
        if said.profile == nil, let name = call.copy(of: profile.name) { call.profile = name }
    }

    /// Completes the call only if a rule grants the operation on this profile: other callers learn nothing about the
    /// profile.
    private mutating func complete(with profile: ProfileDefaults, by rules: PeerRules) throws(Problem) {
        grants.removeAll()
        name(profile)
        if let refusal = call.refusal(by: rules) { throw .notAllowed(refusal) }
        try call.complete(said, with: profile)
    }

    /// Checks the rules for each key of a complete call.
    private mutating func admitKeys(by rules: PeerRules, at now: Timestamp) throws(Problem) {
        for index in call.keys.indices {
            try Problem.signing(key: index) { () throws(SigningError) in
                try call.request.setKey(call.keys[index])
                try call.request.checkWhole(for: call.version)
            }
            do throws(Problem) {
                add(try rule(of: rules, at: now))
            } catch {
                guard case .notAllowed(let refusal) = error else { throw error }
                throw .notAllowed(refusal.naming(key: index))
            }
        }
    }

    /// Checks the rules for each key of a bulk delete, as for a delete of its own.
    private mutating func admitDeletions(by rules: PeerRules, at now: Timestamp) throws(Problem) {
        for index in call.deletions.indices {
            do throws(Problem) {
                add(try rule(of: rules, forDeletionOf: call.deletions[index], at: now))
            } catch {
                guard case .notAllowed(let refusal) = error else { throw error }
                throw .notAllowed(refusal.naming(key: index))
            }
        }
    }

    private func rule(
        of rules: PeerRules, forDeletionOf key: Range<Int>, at now: Timestamp
    ) throws(Problem) -> Int {
        let text = call.request.text.span
        let target = Target(
            method: .delete, bucket: text.extracting(call.request.bucket ?? 0..<0), key: text.extracting(key))
        return try rule(
            of: rules, for: target, ParameterNames(text: text, ranges: call.ruledNames.span), living: .zero,
            at: now)
    }

    /// Signs with the credential and writes the whole answer, which depends only on this one snapshot.
    package mutating func answer(
        with credential: Credential, of profile: ProfileDefaults, at now: Timestamp, keepAlive: Bool,
        to out: inout ByteBuffer
    ) throws(Problem) {
        guard call.route != .signString || call.request.isMade(for: credential.signing) else {
            throw .keyChanged(Problem.KeyInUse(credential))
        }
        let time = call.time ?? now
        let start = out.count
        do throws(SigningError) {
            if case .forward = call.route {
                try answerForward(with: credential, at: time, keepAlive: keepAlive, to: &out)
            } else {
                let body = ResponseWriter.begin(ResponseFields(.ok, keepAlive: keepAlive), into: &out)
                try answerCall(with: credential, of: profile, at: time, to: &out)
                ResponseWriter.finish(body, into: &out)
            }
        } catch {
            out.truncate(to: start)
            throw .invalidRequest(.signing(error))
        }
        call.forgetLargeMemory()
    }

    private mutating func answerCall(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        switch call.route {
        case .sign: try answerSign(with: credential, of: profile, at: time, to: &out)
        case .presign: try answerPresign(with: credential, of: profile, at: time, to: &out)
        case .postPolicy: try answerForm(with: credential, of: profile, at: time, to: &out)
        case .signString: answerString(with: credential, at: time, to: &out)
        case .forward: preconditionFailure("a forwarded request has no body in its answer")
        }
    }
}

/// The caller that an answer to a proxy names, for its log.
package struct ForwardedCaller {
    package let user: UInt32
    private let name: String?
    var rule = ""

    /// `name`: for refusals, if it is known.
    package init(user: UInt32, name: String? = nil) {
        self.user = user
        self.name = name
    }

    var text: String { name.map { "\($0) (\(user))" } ?? String(user) }
}

/// The number of signatures that one rule granted, by its index in the caller's rules.
package struct Grant: Equatable {
    package var rule: Int
    package var count: Int
}

extension SigningContext {
    private mutating func add(_ rule: Int) {
        if grants.last?.rule == rule {
            grants[grants.count - 1].count += 1
        } else {
            grants.append(Grant(rule: rule, count: 1))
        }
    }

    /// `mutating`, because the compiler would copy the whole signing otherwise.
    private mutating func rule(of rules: PeerRules, at now: Timestamp) throws(Problem) -> Int {
        do throws(Problem) {
            return try ruleForThisLife(of: rules, at: now)
        } catch {
            guard case .notAllowed(let refusal) = error, case .expires(let limit) = refusal.missing,
                call.shortenLife(to: limit, at: now)
            else { throw error }
            return try rule(of: rules, at: now)
        }
    }

    private mutating func ruleForThisLife(of rules: PeerRules, at now: Timestamp) throws(Problem) -> Int {
        let life = call.life(at: now)
        self.life = life
        let text = call.request.text.span
        for index in call.sources.indices {
            let source = call.sources[index]
            let bucket = text.extracting(source.bucket)
            let key = text.extracting(source.key)
            let target = Target(method: .get, bucket: bucket, key: key, keyIsPrefix: source.isMoved)
            _ = try rule(of: rules, forSource: target, living: life, at: now)
            guard source.isMoved else { continue }
            let place = Target(method: .delete, bucket: bucket, key: key, keyIsPrefix: true)
            _ = try rule(of: rules, forSource: place, living: life, at: now)
        }
        let listed = call.listedPrefix
        var target = Target(
            method: call.request.method, bucket: text.extracting(call.request.bucket ?? 0..<0),
            key: text.extracting(listed ?? call.ruledKey), keyIsPrefix: listed != nil || call.keyIsPrefix)
        target.isForEveryBucket = call.isForEveryBucket
        return try rule(
            of: rules, for: target, ParameterNames(text: text, ranges: call.ruledNames.span), living: life,
            at: now)
    }

    private func rule(
        of rules: PeerRules, forSource target: Target, living life: Duration, at now: Timestamp
    ) throws(Problem) -> Int {
        do throws(Problem) {
            return try rule(of: rules, for: target, ParameterNames(), living: life, at: now)
        } catch {
            guard case .notAllowed(var refusal) = error else { throw error }
            refusal.isOfSource = true
            throw .notAllowed(refusal)
        }
    }

    @inline(__always) private func rule(
        of rules: PeerRules, for target: Target, _ names: ParameterNames, living life: Duration,
        at now: Timestamp
    ) throws(Problem) -> Int {
        let profile = call.request.text[call.profile]
        var question = Question(call.operation, profile: profile, target: target, parameters: names)
        question.expires = life
        question.timeSkew = call.skew(at: now)
        // The program gets no signature, so that it does not matter of which version it is.
        if call.route != .forward {
            question.version = WantedVersion(call.version, usual: call.usualVersion)
        }
        return try rules.rule(granting: question)
    }

    private mutating func opaqueRule(of rules: PeerRules) throws(Problem) -> Int {
        var question = Question(.signOpaque, profile: call.request.text[call.profile])
        question.version = WantedVersion(call.version, usual: call.usualVersion)
        return try rules.rule(granting: question)
    }
}

extension PeerRules {
    /// The index of the rule that grants the question; throws the refusal with everything that is missing.
    package func rule(granting question: borrowing Question) throws(Problem) -> Int {
        switch decide(question) {
        case .granted(let rule): return rule
        case .usedUp(let rule, let wait): throw .overRate(of: rules[rule], wait: wait)
        case .refused: throw .notAllowed(refusal(of: question))
        }
    }

    /// The reason why no rule grants the operation on a profile with this name; `nil`: one does.
    package func refusal(to operation: Operation, with profile: Span<UInt8>) -> Refusal? {
        mayAsk(for: operation, with: profile) ? nil : refusal(of: operation, with: profile)
    }
}

extension Problem {
    package static func overRate(of rule: Rule, wait: Duration) -> Problem {
        .rateLimited(
            .requests(rule: rule.name, rate: rule.rate), retryAfter: Int(wait.wholeSeconds) + 1)
    }
}
