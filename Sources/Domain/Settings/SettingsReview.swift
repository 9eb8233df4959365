internal import Access
internal import Exchange
package import Sections

extension Settings {
    /// The warnings about these settings, which were read from these files, and the errors that prevent a start on this
    /// host.
    ///
    /// They are computed on request, because that takes longer than reading. `remarks` adds findings that the files
    /// alone do not show; each is sorted in by its position.
    package func findings(
        about files: [SourceFile], in environment: Environment, with remarks: [Remark] = []
    ) -> [Mistake] {
        guard !files.isEmpty else { return [] }
        var reading = Reading(files, environment: environment)
        let sections = SectionList(files, of: SectionKind.ofDaemon, &reading).sections
        for remark in remarks {
            let place = remark.position(in: sections, of: files)
            if remark.isError {
                reading.report(remark.message, at: place)
            } else {
                reading.warn(remark.message, at: place)
            }
        }
        if profiles.isEmpty {
            reading.warn("there is no [Profile NAME] section, so nothing is signed", at: .start)
        }
        if let section = sections.first(where: { $0.kind == .daemon }) {
            reportGroups(in: section, &reading)
            warnOfSockets(section, &reading)
        }
        warnOfRules(sections.filter { $0.kind == .access }, &reading)
        warnOfInternalEndpoints(sections.filter { $0.kind == .profile }, &reading)
        return reading.problems
    }

    /// Checks only groups that the files name: the package sets the defaults.
    private func reportGroups(in section: Section, _ reading: inout Reading) {
        let environment = reading.environment
        for (key, name) in [("ApiSocketGroup", daemon.api.group), ("AdminSocketGroup", daemon.admin.group)]
        where section.has(key) && UInt32(name) == nil && environment.gidOfGroup(name) == nil {
            section.report(
                "this host knows no group \(Quote.of(name)), without which the daemon does not make its socket",
                at: key, &reading)
        }
    }

    private func warnOfSockets(_ section: Section, _ reading: inout Reading) {
        guard daemon.admin.folder == daemon.api.folder else { return }
        reading.warn(
            "AdminSocket= lies in the folder of ApiSocket=: a container that mounts that folder gets both",
            at: section.position(of: section.has("AdminSocket") ? "AdminSocket" : "ApiSocket"))
    }

    /// A URL or form with an internal endpoint works only for machines inside Alibaba Cloud.
    private func warnOfInternalEndpoints(_ sections: [Section], _ reading: inout Reading) {
        for (profile, section) in zip(profiles, sections) {
            guard let publicEndpoint = profile.signing.endpoint?.publicCounterpart,
                let rule = policy.rules.first(where: { $0.handsOutURLs && $0.isFor(profile: profile.name) })
            else { continue }
            reading.warn(
                "[Access \(rule.name)] hands out URLs or forms, and only machines inside Alibaba Cloud can open them at this "
                    + "endpoint: add a profile with Endpoint=\(publicEndpoint) for them, or name 'endpoint' in requests",
                at: section.position(of: "Endpoint"))
        }
    }

    private func warnOfRules(_ sections: [Section], _ reading: inout Reading) {
        guard !sections.isEmpty else { return }
        ScopeReview(sections, profiles).warn(of: policy.rules, &reading)
        for finding in RuleReview(policy.rules, profiles: profiles.map(\.name)).findings {
            reading.warn(
                finding.message, at: sections[finding.rule].position(of: finding.place))
        }
    }
}

/// A finding about one key or one file from outside the text of the configuration.
package struct Remark: Equatable, Sendable {
    enum Place: Equatable {
        case key(String, SectionKind, name: String)
        case file(String)
    }

    let place: Place
    let message: String
    /// Whether the daemon cannot start.
    var isError = false

    /// About a key of `[Daemon]`.
    package static func daemon(_ key: String, _ message: String, isError: Bool = false) -> Remark {
        Remark(place: .key(key, .daemon, name: ""), message: message, isError: isError)
    }

    /// About a key of `[Access NAME]`.
    package static func access(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(place: .key(key, .access, name: name), message: message)
    }

    /// About a key of `[Profile NAME]`.
    package static func profile(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(place: .key(key, .profile, name: name), message: message)
    }

    /// About a key of `[Sink NAME]`.
    package static func sink(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(place: .key(key, .sink, name: name), message: message)
    }

    /// About the users of `[Role]`.
    package static func role(_ message: String) -> Remark {
        Remark(place: .key("User", .role, name: ""), message: message, isError: true)
    }

    /// About a file of the configuration, or the directory of its drop-ins.
    package static func file(_ path: String, _ message: String) -> Remark {
        Remark(place: .file(path), message: message)
    }

    fileprivate func position(in sections: [Section], of files: [SourceFile]) -> Position {
        switch place {
        case .key(let key, let kind, let name):
            sections.first { $0.kind == kind && $0.name == name }?.position(of: key) ?? .start
        case .file(let path):
            Position(file: files.firstIndex { $0.path == path } ?? 0, line: 1, column: 1)
        }
    }
}

extension ExchangeURL {
    /// The public endpoint beside an internal one of OSS, such as `oss-cn-hangzhou-internal.aliyuncs.com`.
    fileprivate var publicCounterpart: String? {
        let (end, name) = ("-internal.aliyuncs.com", host.lowercased())
        guard name.hasSuffix(end) else { return nil }
        return "https://\(name.dropLast(end.count)).aliyuncs.com"
    }
}

extension Rule {
    fileprivate var handsOutURLs: Bool { operations.contains(.presign) || operations.contains(.postPolicy) }
}

extension SocketSettings {
    fileprivate var folder: Substring { path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) }
}
