internal import Signing
internal import Time

extension ProfileSettings {
    static let keys: [Key<ProfileSettings>] =
        SigningSettings.keys.map { $0.within(\.signing) } + RefreshSettings.keys.map { $0.within(\.refresh) }
        + [
            .one(
                "Required", \.isRequired, .boolean,
                "Whether the daemon is healthy only when this profile can sign.")
        ]
}

extension SigningSettings {
    static let keys: [Key<SigningSettings>] = [
        .maybe("Endpoint", \.endpoint, .endpoint, "Server of OSS, with or without scheme and port."),
        .maybe(
            "Region", \.region, .region,
            "Such as cn-hangzhou; derived from the endpoint where that is safe."),
        .one(
            "Addressing", \.addressing,
            .choice([("auto", nil), ("virtual", .virtualHost), ("path", .path), ("cname", .cname)]),
            "Where URLs have the bucket: virtual in front of the host, path behind it, cname not at all, since the "
                + "host is the bucket's own domain; auto: path for an IP address, else virtual."),
        .one("SignatureVersion", \.version, .version, "v4 or v1."),
        .maybe("Bucket", \.bucket, .bucket, "Bucket of requests that name none."),
        .maybe("CloudBoxID", \.cloudBoxID, .region, "The cloud box that is signed for."),
    ]
}

extension RefreshSettings {
    static let keys: [Key<RefreshSettings>] = [
        .one(
            "RefreshAt", \.refreshAt, .refreshPoint,
            "Share of a token's life, or a time before its end, to renew it at."),
        .one(
            "RefreshJitter", \.jitterPercent, .percent(0...50),
            "How much that varies, so that hosts do not go in step."),
        .one(
            "MinRemaining", \.minRemaining, .duration(.zero...Bound.day),
            "When only this is left, renewal is urgent."),
        .one(
            "AssumeLifetime", \.assumedLifetime, .duration(Bound.minute...Bound.week),
            "Life of a token whose server names no end."),
        .maybe(
            "AvailabilityTarget", \.availabilityTarget, .duration(Bound.second...Bound.week),
            "How long an outage of the server must be survived."),
        .one(
            "RetryInitial", \.retryInitial, .duration(.milliseconds(100)...Bound.hour),
            "Pause after the first failure, 15 times that after a 429 and 30 times after a refusal; it doubles with each more."
        ),
        .one(
            "RetryMax", \.retryMax, .duration(.milliseconds(100)...Bound.day),
            "Longest pause between two attempts, unless Retry-After asks for more, up to an hour."),
        .one(
            "Lazy", \.isLazy, .boolean,
            "Whether to fetch only when somebody asks; without effect where a [Sink] has the profile."),
    ]
}

extension ProfileSettings {
    /// Holds the times against each other.
    func check(in section: Section, _ reading: inout Reading) {
        if refresh.retryInitial > refresh.retryMax {
            let limit = TimeSpan.text(of: refresh.retryMax)
            reading.report(
                "RetryInitial= is longer than RetryMax=\(limit)", at: section.position(of: "RetryInitial"))
        }
        guard let (key, life) = source.life(assumed: refresh.assumedLifetime) else { return }
        let text = TimeSpan.text(of: life)
        if refresh.minRemaining >= life {
            reading.report(
                "MinRemaining= must be less than the life of a token, \(key)=\(text)",
                at: section.position(of: "MinRemaining"))
        }
        if case .beforeEnd(let time) = refresh.refreshAt, time >= life {
            reading.report(
                "RefreshAt= must be less than the life of a token, \(key)=\(text)",
                at: section.position(of: "RefreshAt"))
        }
    }
}
