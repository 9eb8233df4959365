internal import Exchange
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

extension Profile {
    /// Seconds that the key of another profile must live to be worth a call.
    private static let leastLifeOfKey = 30

    private var assumedLife: Int { Int(settings.refresh.assumedLifetime.components.seconds) }

    /// Only of sources that can fetch.
    func ask() throws(FetchFailure) {
        let now = surroundings.clock.now()
        switch settings.source {
        case .static(let files): finish(.success(try files.read()))
        case .assumeRole(let role): try ask(role)
        case .appserver(let server):
            try carryOut(FetchPlan(server, order: upstreams.order(at: now.boot), assumedLife: assumedLife))
        case .assumeRoleOIDC(let role):
            try carryOut(FetchPlan(role, at: heardSkew.time(at: now), assumedLife: assumedLife))
        case .ecsRAMRole(let metadata): try carryOut(FetchPlan(metadata, assumedLife: assumedLife))
        case .credentialsURI(let server): try carryOut(FetchPlan(server, assumedLife: assumedLife))
        case .process(let command): try carryOut(FetchPlan(command, assumedLife: assumedLife))
        case .manual, .remoteSigner, .chain: preconditionFailure("nothing can be fetched from this source")
        }
    }

    /// With the key of another profile; while that one is fetching, this one waits and is called again.
    private func ask(_ role: AssumeRoleSettings) throws(FetchFailure) {
        let now = surroundings.clock.now()
        guard let via = foundations.first else { preconditionFailure("Via= names a profile") }
        if let key = via.credential(living: Profile.leastLifeOfKey, at: now) {
            return try ask(role, with: key, of: via, at: now)
        }
        if case .present(let key) = via.supply(
            living: Profile.leastLifeOfKey, afterWaiting: false, at: now, within: .zero)
        {
            return try ask(role, with: key, of: via, at: now)
        }
        guard via.isFetching else {
            throw FetchFailure(
                kind: .passing, message: "the profile \(via.name) of Via= has no key to ask with")
        }
        progress.lock = nil
    }

    private func ask(
        _ role: AssumeRoleSettings, with key: Credential, of via: Profile, at now: Moment
    ) throws(FetchFailure) {
        guard !key.isElsewhere else {
            throw FetchFailure(
                kind: .permanent, message: "the profile \(via.name) of Via= has no secret to ask with")
        }
        try carryOut(FetchPlan(role, with: key, at: heardSkew.time(at: now), assumedLife: assumedLife))
    }

    private func carryOut(_ plan: FetchPlan) throws(FetchFailure) {
        var plan = plan
        plan.skew = skew
        progress.fetch = try Fetch(plan, in: surroundings) { [unowned self] report in
            note(report)
        } finish: { [unowned self] result, heard in
            finish(result, heard: heard)
        }
    }

    private func note(_ report: Fetch.Report) {
        switch report {
        case .brought(let server): upstreams.succeeded(server)
        case .failed(let server): upstreams.failed(server, at: surroundings.clock.now().boot)
        case .exchanged(let exchanged): log(exchanged)
        }
    }
}
