package import Exchange
package import Scoping
internal import Sections
package import Signing
internal import Time

/// One `[Profile NAME]` section: the signing defaults, the refresh policy, and the source of credentials.
package struct ProfileSettings: Equatable, Sendable {
    package let name: String
    package internal(set) var signing = SigningSettings()
    package internal(set) var refresh = RefreshSettings()
    /// Whether the daemon is healthy only if this profile can sign.
    package internal(set) var isRequired = true
    package internal(set) var source = Source.manual
    /// The session of a scoped token; `nil` for the profile itself.
    package private(set) var session: TokenSession?
    /// The remaining validity that the readers of its sink files need; `nil`: no sink has this profile.
    package private(set) var readersMargin: Duration?

    /// Whether programs get scoped tokens instead of the profile's own.
    package var isScoped: Bool { source.session?.scope == .caller }

    /// The settings of a scoped token.
    package func scoped(to session: TokenSession) -> ProfileSettings {
        var token = self
        token.session = session
        token.source = source.limited(to: session)
        token.refresh.isLazy = !session.isRenewedUnasked
        return token
    }

    /// The same profile with the margin of these sinks.
    func withMargin(of sinks: [SinkSettings]) -> ProfileSettings {
        var profile = self
        profile.readersMargin = sinks.filter { $0.profile == name }.map(\.margin).max()
        return profile
    }
}

/// Defaults for signing, used if the request does not state them.
package struct SigningSettings: Equatable, Sendable {
    package internal(set) var endpoint: ExchangeURL?
    package internal(set) var region: String?
    /// `nil`: determined by the endpoint.
    package internal(set) var addressing: Addressing?
    package internal(set) var version = SignatureVersion.v4
    package internal(set) var bucket: String?
    package internal(set) var cloudBoxID: String?

    static let keys: [Key<SigningSettings>] = [
        .maybe("Endpoint", \.endpoint, .endpoint, "Server of OSS, with or without scheme and port."),
        .maybe(
            "Region", \.region, .region,
            "For example cn-hangzhou; derived from the endpoint if that is safe."),
        .one(
            "Addressing", \.addressing,
            .choice([("auto", nil), ("virtual", .virtualHost), ("path", .path), ("cname", .cname)]),
            "Position of the bucket in URLs: virtual: before the host; path: in the path; cname: nowhere, because the "
                + "host is a domain of the bucket; auto: path for an IP address, else virtual."),
        // Forms and strings have none for S3.
        .one(
            "SignatureVersion", \.version, .choice([("v4", .v4), ("v1", .v1)]),
            "v4 or v1, for requests that name no version."),
        .maybe("Bucket", \.bucket, .bucket, "Bucket of requests that name none."),
        .maybe("CloudBoxID", \.cloudBoxID, .region, "ID of the cloud box."),
    ]
}

/// The times of the refresh of a token.
package struct RefreshSettings: Equatable, Sendable {
    package internal(set) var refreshAt = RefreshPoint.share(percent: 50)
    /// The refresh begins at the latest when only this much lifetime remains.
    package internal(set) var minRemaining = Duration.seconds(300)
    /// The lifetime of a token whose server states no expiration.
    package internal(set) var assumedLifetime = Duration.seconds(900)
    package internal(set) var retryMax = Duration.seconds(300)
    /// Whether the first token is fetched only on request.
    package internal(set) var isLazy = false

    static let keys: [Key<RefreshSettings>] = [
        .one(
            "RefreshAt", \.refreshAt, .refreshPoint,
            "Share of a token's lifetime, or a time before it expires, at which it is refreshed."),
        .one(
            "MinRemaining", \.minRemaining, .duration(.zero...Bound.day),
            "Remaining lifetime at which a refresh is urgent."),
        .one(
            "AssumeLifetime", \.assumedLifetime, .duration(Bound.minute...Bound.week),
            "Lifetime of a token whose server states no expiration."),
        .one(
            "RetryMax", \.retryMax, .duration(.milliseconds(100)...Bound.day),
            "Longest pause between two attempts, unless Retry-After asks for more; 60s while requests fail because no server answers. "
                + "The first is 1s, 15s after a 429, 30s after a refusal; each failure doubles it."
        ),
        .one(
            "Lazy", \.isLazy, .boolean,
            "Whether to fetch only on request; no effect for a profile with a [Sink]."),
    ]
}

extension ProfileSettings {
    static let keys: [Key<ProfileSettings>] =
        SigningSettings.keys.map { $0.within(\.signing) } + RefreshSettings.keys.map { $0.within(\.refresh) }
        + [
            .one(
                "Required", \.isRequired, .boolean,
                "Whether the daemon is healthy only if this profile can sign.")
        ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        section.read(ProfileSettings.keys, into: &self, &reading)
        guard let table = section.sourceTable(&reading) else { return }
        section.reportForeignKeys(besides: table, &reading)
        source = table.read(section, &reading)
        check(in: section, &reading)
    }

    /// Checks the times against each other.
    private func check(in section: Section, _ reading: inout Reading) {
        guard let (key, life) = source.life(assumed: refresh.assumedLifetime) else { return }
        let text = TimeSpan.text(of: life)
        if refresh.minRemaining >= life {
            section.report(
                "MinRemaining= must be less than the life of a token, \(key)=\(text)",
                at: "MinRemaining", &reading)
        }
        if case .beforeEnd(let time) = refresh.refreshAt, time >= life {
            section.report(
                "RefreshAt= must be less than the life of a token, \(key)=\(text)", at: "RefreshAt", &reading)
        }
    }
}

extension Section {
    /// The table that `Source=` selects.
    fileprivate func sourceTable(_ reading: inout Reading) -> SourceTable? {
        guard has("Source") else {
            reading.report("\(heading) needs Source=", at: position)
            return nil
        }
        let kinds = Kind<SourceKind>.choice().contents(of: assignments["Source"] ?? [], &reading)
        return SourceTable.all.first { $0.kind == kinds.last }
    }

    /// Reports keys that belong only to other sources.
    fileprivate func reportForeignKeys(besides table: SourceTable, _ reading: inout Reading) {
        for (key, assignments) in assignments where !SectionKind.isKeyOfEachProfile(key) && !table.hasKey(key)
        {
            let owners = SectionKind.sources(ofKey: key).map(\.rawValue).joined(separator: ", ")
            for assignment in assignments where !assignment.value.isReset {
                reading.report(
                    "'\(key)' does not belong to Source=\(table.kind.rawValue), but to \(owners)",
                    at: assignment.key.position)
            }
        }
    }
}

/// The time to refresh a token: a share of its lifetime, or a time before it expires.
package enum RefreshPoint: Equatable, Sendable {
    case share(percent: Int)
    case beforeEnd(Duration)
}

extension Kind<RefreshPoint> {
    static var refreshPoint: Kind {
        let share = Kind<Int>.percent(1...99)
        let span = Kind<Duration>.duration(.milliseconds(1)...Bound.day)
        return Kind(
            write: { point in
                switch point {
                case .share(let percent): share.write(percent)
                case .beforeEnd(let duration): span.write(duration)
                }
            },
            read: { text, environment throws(Complaint) in
                text.hasSuffix("%")
                    ? .share(percent: try share.read(text, environment))
                    : .beforeEnd(try span.read(text, environment))
            })
    }
}
