internal import Access
internal import Bytes
internal import Issuing
internal import Scoping
internal import Sections

extension UserTerms {
    static let keys: [Key<UserTerms>] = [
        .one("Profile", \.profile, .name, "Profile of ossauthd whose role the token has.").mandatory,
        .maybe(
            "Proof", \.proof, .choice(),
            "The only proof that the section is for: token (enrolled here), certificate or jwt. If unset, [User NAME] with "
                + "Subject= is for the certificate, without it for the token, and [Group NAME] for every proof."
        ),
        .set(
            "Allow", \.scope.operations,
            .choice([Operation.credentials, .presign, .postPolicy, .signString].map { ("\($0.name)", $0) }),
            "credentials: tokens; presign: URLs; post-policy: upload forms; sign-string: signatures of requests that the client "
                + "composed. All but the first need Bucket=."),
        .words("Bucket", \.scope.buckets, .glob(), "Buckets of the token, with globs."),
        .words(
            "Key", \.scope.keys, .glob(specifiers: true),
            "Object keys, with globs, %u for the user's name and %% for a percent sign; all if unset."),
        .set("Method", \.scope.methods, .method, "GET PUT POST HEAD DELETE; all if unset."),
        .words(
            "Parameter", \.scope.parameters, .parameter,
            "Query parameters that need a grant, as in ossauthd.conf(5)."),
        .maybe(
            "Policy", \.written, .writtenPolicy,
            "Session policy with %u and %%, in place of Bucket=: JSON, or the path of a file with it."),
        .maybe(
            "Duration", \.duration, .roleDuration,
            "Life of the token, 15min (900 s) to 12h; that of the profile if unset."),
        .maybe("Rate", \.rate, .rate, "Requests of one user per time, for example 10/min."),
        .maybe("Burst", \.burst, .count(1...1_000_000), "Requests at once; the count of Rate= if unset."),
        .lines(
            "Subject", \.subjects, .subject,
            "Subject of a client certificate, such as CN=%u,OU=hosts,O=Example; in [Group NAME], %u is the user's name."
        ),
    ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        isOfGroup = section.kind == .group
        section.read(UserTerms.keys, into: &self, &reading)
        checkProof(in: section, &reading)
        checkPolicy(in: section, &reading)
        checkNames(in: section, &reading)
        if burst != nil, rate == nil {
            section.report(
                "Burst= limits how many requests of Rate= may come at once: set both", at: "Burst", &reading)
        }
    }

    private mutating func checkProof(in section: Section, _ reading: inout Reading) {
        if !subjects.isEmpty, let proof, proof != .certificate {
            section.report(
                "Subject= is of a certificate: leave Proof= out, or set Proof=certificate",
                at: "Proof", &reading)
        }
        guard !isOfGroup else { return }
        if subjects.isEmpty, proof == .certificate {
            section.report(
                "Proof=certificate needs Subject=, which names the certificate", at: "Proof", &reading)
        }
        proof = proof ?? (subjects.isEmpty ? .token : .certificate)
    }

    /// A token without a policy could do all that the role may do, so one must be written.
    private func checkPolicy(in section: Section, _ reading: inout Reading) {
        if !section.has("Bucket"), !section.has("Policy") {
            return reading.report(
                "\(section.heading) needs Bucket= or Policy=, which limit the token", at: section.position)
        }
        if section.has("Bucket"), section.has("Policy") {
            section.report("Bucket= and Policy= exclude each other", at: "Policy", &reading)
        }
        guard !section.has("Bucket") else {
            // Of some user, because the policy of each fails for the same reasons.
            return section.report(losses(in: section, &reading) ?? [], &reading)
        }
        if [Operation.presign, .postPolicy, .signString].contains(where: scope.operations.contains) {
            section.report(
                "only Bucket=, Key= and Method= can be compared with the question for a URL, a form or a signature",
                at: "Allow", &reading)
        }
        for key in ["Key", "Method", "Parameter"] where section.has(key) {
            section.report(
                "\(key)= restricts Bucket=, and a written policy has no use for it", at: key, &reading)
        }
    }

    /// Warns of the rights that a token has in part only.
    func warn(in section: Section, _ reading: inout Reading) {
        guard let losses = losses(in: section, &reading) else { return }
        section.warn(of: losses, &reading)
    }

    /// The rights that a token lacks; `nil`: the section gives no token, or an error is reported.
    private func losses(in section: Section, _ reading: inout Reading) -> [ScopeLoss]? {
        guard scope.operations.contains(.credentials), !scope.buckets.isEmpty,
            // The longest name of a user of the group.
            let sample = UserName(isOfGroup ? String(repeating: "x", count: 64) : name)
        else { return nil }
        do throws(ScopeProblem) {
            return try losses(of: sample)
        } catch .nothing(let losses) where losses.contains(where: \.isWhole) {
            return losses
        } catch {
            section.report("\(error)", at: "Bucket", &reading)
            return nil
        }
    }

    private func checkNames(in section: Section, _ reading: inout Reading) {
        if section.kind == .user, UserName(name) == nil {
            reading.report(UserName.complaint, at: section.position)
        }
        for key in scope.keys where key.hasOpen(.userName) {
            section.report(
                "'/' or nothing must stand on both sides of '%u', or a user would get the keys of others whose names "
                    + "begin or end the same", at: "Key", &reading)
        }
        if scope.namesInstances {
            section.report("'%i' is the instance of a unit, which a token has not", at: "Key", &reading)
        }
        for subject in subjects where subject.hasName == (section.kind == .user) {
            section.report(
                section.kind == .user
                    ? "the section names the user, so its subject has no '%u'"
                    : "'%u' must stand at the place of the user's name", at: "Subject", &reading)
        }
    }
}

extension Kind<WrittenPolicy> {
    static var writtenPolicy: Kind {
        Kind(
            // The key has no default.
            write: { _ in "" },
            read: { text, environment throws(Complaint) in
                if text.hasPrefix("/") { return .file(path: try Kind<String>.path.read(text, environment)) }
                return try mapping(WrittenPolicy.template(PolicyTemplate(text))) {
                    (error: PolicyTemplateError) in
                    Complaint(message: error.description)
                }
            })
    }
}

extension Kind<SubjectPattern> {
    static var subject: Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in
            guard let subject = SubjectPattern(text) else {
                throw Complaint(message: "a subject has at most 1024 bytes, and at most one '%', in '%u'")
            }
            return subject
        }
    }
}
