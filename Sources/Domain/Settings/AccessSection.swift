internal import Access
internal import Sections
internal import Signing

extension Rule {
    static let table: [Key<Rule>] = [
        .alternatives(
            "Match", \.alternatives, .selector,
            "uid: user: gid: group: unit: slice: exe: label: of callers; a caller must match all of one line. "
                + "A line with an unknown user or group matches no caller."
        ).mandatory,
        .words("Profile", \.profiles, .glob(), "Profiles, with globs; all if unset."),
        .set(
            "Allow", \.operations, .choice(Operation.allCases.map { ("\($0.name)", $0) }),
            "sign presign post-policy sign-string sign-opaque credentials issue status watch."
        ).mandatory,
        .set(
            "Version", \.versions, .choice([("v4", .v4), ("v1", .v1), ("s3", .s3)]),
            "Signature versions: v4 v1 s3; the one of the profile, its SignatureVersion=, if unset."),
        .words("Bucket", \.buckets, .glob(), "Buckets, with globs; all if unset."),
        .words(
            "Key", \.keys, .glob(specifiers: true),
            "Object keys, with globs, %u for the user's name, %i for the instance of the unit and %% for a percent sign; "
                + "all if unset."),
        .set("Method", \.methods, .method, "GET PUT POST HEAD DELETE OPTIONS; all if unset."),
        .words(
            "Parameter", \.parameters, .parameter,
            "Query parameters that need a grant, by their names; see the lists below."),
        .maybe(
            "MaxExpires", \.maxExpires, .duration(Bound.second...Bound.week),
            "Longest validity of a presigned URL or form."),
        .one(
            "TimeSkew", \.timeSkew, .limit(.zero...Bound.week),
            "Largest difference between the signing time and now."),
        .maybe("Rate", \.rate, .rate, "Signatures for one user per time, for example 100/s."),
        .maybe(
            "Burst", \.burst, .count(1...1_000_000),
            "Signatures at once; the count of Rate= if unset. One call with more keys is answered as a whole, and the "
                + "next waits until Rate= has made up for it."),
        .maybe(
            "Audit", \.audit, .audit,
            "no, summary or full, for what the rule grants; the value of [Daemon] if unset."),
    ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        place = reading.text(of: section.position)
        section.read(Rule.table, into: &self, &reading)
        check(in: section, &reading)
    }

    /// A `Match=` line with an unknown user or group matches no caller: ignoring one selector would widen the line.
    func warnOfUnknownAccounts(in section: Section, _ reading: inout Reading) {
        for (selectors, line) in zip(alternatives, section.values(of: "Match")) {
            for case .unknown(let who) in selectors {
                reading.warn(
                    "this host knows no \(who), so this line of [Access \(name)] matches no caller",
                    at: line.position())
            }
        }
    }

    /// Reports restrictions and grants of the rule that have no effect.
    private func check(in section: Section, _ reading: inout Reading) {
        for operation in operations.members where operation.isUnconfinable && isConfined {
            section.report(
                "Allow=\(operation.name) cannot be confined by Bucket=, Key=, Method= or MaxExpires=: "
                    + "give it in a rule of its own", at: "Allow", &reading)
        }
        if let mistake = instanceMistake {
            reading.report(mistake.message, at: section.position(of: mistake.place))
        }
        if burst != nil, rate == nil {
            section.report(
                "Burst= limits how many signatures of Rate= may be made at once: set both",
                at: "Burst", &reading)
        }
    }
}
