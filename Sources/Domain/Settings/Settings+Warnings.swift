internal import Access

extension Settings {
    /// What is hardly meant in these settings, which were read from these files.
    ///
    /// Looked for only when somebody asks: it takes longer than reading. The remarks are what these files alone do not
    /// tell; each finds its place among the rest.
    package func warnings(
        about files: [SourceFile], in environment: Environment, with remarks: [Remark] = []
    ) -> [Mistake] {
        guard !files.isEmpty else { return [] }
        var reading = Reading(files, environment: environment)
        let sections = SectionList(files, &reading).sections
        for remark in remarks {
            let section = sections.first { $0.kind == remark.kind && $0.name == remark.name }
            reading.report(
                "warning: \(remark.message)", at: section?.position(of: remark.key) ?? .start)
        }
        warnOfSockets(sections.first { $0.kind == .daemon }, &reading)
        warnOfRules(sections.filter { $0.kind == .access }, &reading)
        return reading.problems
    }

    private func warnOfSockets(_ section: Section?, _ reading: inout Reading) {
        guard let section, daemon.admin.folder == daemon.api.folder else { return }
        reading.report(
            "warning: AdminSocket= lies in the folder of ApiSocket=: who gets that folder into a container gets both",
            at: section.position(of: section.has("AdminSocket") ? "AdminSocket" : "ApiSocket"))
    }

    private func warnOfRules(_ sections: [Section], _ reading: inout Reading) {
        guard !sections.isEmpty else { return }
        for finding in RuleReview(policy.rules, profiles: profiles.map(\.name)).findings {
            let other = finding.other.map { " (\(reading.text(of: sections[$0].position)))" } ?? ""
            reading.report(
                "warning: \(finding.message)\(other)", at: sections[finding.rule].position(of: finding.place))
        }
        if sections.count > RuleReview.maximumCompared {
            let first = RuleReview.maximumCompared
            reading.report(
                "warning: only the \(first) rules before this one were held against each other",
                at: sections[first].position)
        }
    }
}

extension SocketSettings {
    fileprivate var folder: Substring { path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) }
}

extension Section {
    fileprivate func position(of place: RuleFinding.Place) -> Position {
        switch place {
        case .heading: position
        case .match(let line): values(of: "Match").dropFirst(line).first?.position() ?? position
        case .key(let key): position(of: key)
        case .word(let word, let key):
            values(of: key).lazy.flatMap { (try? $0.words()) ?? [] }.first { $0.text == word }?.position
                ?? position(of: key)
        }
    }
}
