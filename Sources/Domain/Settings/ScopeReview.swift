internal import Access
internal import Scoping
internal import Sections

/// Checks that no credential circumvents a rule: what limits a rule must limit the tokens that it hands out too.
struct ScopeReview {
    private let sections: [Section]
    private let profiles: [ProfileSettings]
    private let scoped: Set<String>

    init(_ sections: [Section], _ profiles: [ProfileSettings]) {
        self.sections = sections
        self.profiles = profiles
        scoped = Set(profiles.filter(\.isScoped).map(\.name))
    }

    func check(_ rules: [Rule], _ sinks: [SinkSettings], _ reading: inout Reading) {
        for (rule, section) in zip(rules, sections(.access)) {
            if rule.needsScopedToken { check(rule, section, &reading) }
            if handsOutScopedTokens(rule) { checkTokens(of: rule, section, &reading) }
        }
        for (sink, section) in zip(sinks, sections(.sink)) { check(sink, section, rules, &reading) }
        for (profile, section) in zip(profiles, sections(.profile)) {
            guard case .chain(let chain) = profile.source, let member = chain.profiles.first(where: isScoped)
            else { continue }
            section.report(
                "a chain hands out the tokens of its profiles, so '\(member)' cannot have Scope=caller",
                at: "Profiles", &reading)
        }
    }

    private func check(_ rule: Rule, _ section: Section, _ reading: inout Reading) {
        let admitted = profiles.filter { rule.isFor(profile: $0.name) }
        guard admitted.isEmpty || !admitted.allSatisfy(\.isScoped) || rule.maxExpires != nil else { return }
        let way = rule.maxExpires == nil ? ", or for a profile with Scope=caller" : ""
        section.report(
            "Allow=credentials cannot be confined by Bucket=, Key=, Method= or MaxExpires=: give it in a rule of its own\(way)",
            at: "Allow", &reading)
    }

    private func handsOutScopedTokens(_ rule: Rule) -> Bool {
        rule.operations.contains(.credentials) && rule.maxExpires == nil && scoped.contains(where: rule.isFor)
    }

    /// A token that cannot do what the rule names would be refused by OSS, far from the line that is wrong.
    private func checkTokens(of rule: Rule, _ section: Section, _ reading: inout Reading) {
        do throws(ScopeProblem) {
            section.report(try rule.sampleOfScopedPolicy().losses, &reading)
        } catch .nothing(let losses) where losses.contains(where: \.isWhole) {
            section.report(losses, &reading)
        } catch .tooLong where rule.namesUsers || rule.namesInstances {
            // The names of users and units decide, so it is a warning.
        } catch {
            section.report("\(section.heading): no token for it: \(error)", at: "Allow", &reading)
        }
    }

    private func check(_ sink: SinkSettings, _ section: Section, _ rules: [Rule], _ reading: inout Reading) {
        guard let name = sink.rule else {
            if isScoped(sink.profile) {
                section.report(
                    "Scope=caller limits a token to rules, and a file has no caller: name a rule with Rule=",
                    at: "Profile", &reading)
            }
            return
        }
        do throws(Complaint) {
            _ = try session(of: sink, by: name, rules)
        } catch {
            section.report(error.message, at: "Rule", &reading)
        }
    }

    /// The sinks with the sessions of their tokens; all are valid.
    func sessions(of sinks: [SinkSettings], by rules: [Rule]) -> [SinkSettings] {
        sinks.map { sink in
            var sink = sink
            sink.session = sink.rule.flatMap { try? session(of: sink, by: $0, rules) }
            return sink
        }
    }

    private func session(
        of sink: SinkSettings, by name: String, _ rules: [Rule]
    ) throws(Complaint) -> TokenSession {
        guard isScoped(sink.profile) else {
            throw Complaint(message: "Rule= is for a profile with Scope=caller")
        }
        guard let rule = rules.first(where: { $0.name == name }) else {
            throw Complaint(message: "there is no [Access \(name)]")
        }
        guard rule.operations.contains(.credentials), rule.isFor(profile: sink.profile) else {
            throw Complaint(message: "[Access \(name)] does not grant credentials of profile \(sink.profile)")
        }
        do throws(ScopeProblem) {
            var session = TokenSession(
                named: TokenSession.name(ofUser: "sink", number: 0, unit: sink.name),
                limitedTo: try ScopedPolicy([rule]).text)
            session.isRenewedUnasked = true
            return session
        } catch {
            throw Complaint(message: "no scoped token: \(error)")
        }
    }

    /// Warns of tokens that can do less than signatures by the same rule.
    func warn(of rules: [Rule], _ reading: inout Reading) {
        for (rule, section) in zip(rules, sections(.access)) where handsOutScopedTokens(rule) {
            do throws(ScopeProblem) {
                section.warn(of: try rule.sampleOfScopedPolicy().losses, &reading)
            } catch {
                reading.warn(
                    "\(section.heading): users with a long name get no token: \(error)",
                    at: section.position(of: "Allow"))
            }
        }
    }

    private func sections(_ kind: SectionKind) -> [Section] { sections.filter { $0.kind == kind } }

    private func isScoped(_ name: String) -> Bool { scoped.contains(name) }
}
