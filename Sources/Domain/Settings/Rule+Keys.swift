internal import Access

extension Rule {
    static let table: [Key<Rule>] = [
        .alternatives(
            "Match", \.alternatives, .selector,
            "uid: user: gid: group: unit: slice: exe: label: of callers; all of a line, or of another. "
                + "Who is unknown at a start is nobody."
        ).mandatory,
        .words("Profile", \.profiles, .glob(), "Profiles, with globs; all if unset."),
        .set(
            "Allow", \.operations, .operation,
            "sign presign post-policy sign-string sign-opaque credentials status watch."
        ).mandatory,
        .set(
            "Version", \.versions, .version,
            "Signature versions: v4 v1; the one of the profile, its SignatureVersion=, if unset."),
        .words("Bucket", \.buckets, .glob(), "Buckets, with globs; all if unset."),
        .words(
            "Key", \.keys, .glob(specifiers: true),
            "Object keys, with globs, %u for the user's name and %% for a percent sign; all if unset."),
        .set("Method", \.methods, .method, "GET PUT POST HEAD DELETE OPTIONS; all if unset."),
        .words(
            "Parameter", \.parameters, .parameter,
            "Query parameters that need a grant, by their names; see the lists below."),
        .maybe(
            "MaxExpires", \.maxExpires, .duration(Bound.second...Bound.week),
            "Longest life of what is presigned."),
        .one("TimeSkew", \.timeSkew, .limit(.zero...Bound.week), "How far the signing time may be from now."),
        .maybe("Rate", \.rate, .rate, "Signatures for one user in a time, as 100/s."),
        .maybe(
            "Burst", \.burst, .count(1...1_000_000),
            "Signatures that may come at once; as many as Rate= grants in its time if unset. One call with more keys is "
                + "answered whole, and the next waits until Rate= has made up for it."),
    ]

    /// A line with a stranger is for nobody, whatever else it says: to leave out one word would widen it.
    func warnOfStrangers(in section: Section, _ reading: inout Reading) {
        for (selectors, line) in zip(alternatives, section.values(of: "Match")) {
            for case .stranger(let who) in selectors {
                reading.warn(
                    "this host knows no \(who), so this line of [Access \(name)] is for nobody",
                    at: line.position())
            }
        }
    }

    /// Reports what the rule seems to grant and does not.
    func check(in section: Section, _ reading: inout Reading) {
        for operation in operations.members where operation.isUnconfinable && isConfined {
            reading.report(
                "Allow=\(operation.name) cannot be confined by Bucket=, Key=, Method= or MaxExpires=: "
                    + "give it in a rule of its own", at: section.position(of: "Allow"))
        }
        if burst != nil, rate == nil {
            reading.report(
                "Burst= is how many of Rate= may come at once: set both", at: section.position(of: "Burst")
            )
        }
    }
}
