internal import Text

/// A variable of the environment, and the member of a credential that it has.
package struct Variable: Equatable, Sendable {
    package let name: String
    package let member: CredentialMember

    init(_ name: String, _ member: CredentialMember) {
        self.name = name
        self.member = member
    }

    fileprivate static func key(_ id: String, _ secret: String) -> [Variable] {
        [Variable(id, .accessKeyID), Variable(secret, .accessKeySecret)]
    }
}

/// The names under which a family of programs looks for a credential.
package enum VariableSet: String, CaseIterable, Sendable {
    /// The SDKs of OSS and the credentials libraries.
    case oss
    /// Terraform.
    case alicloud
    case velero
    case juicefs
    /// Programs that speak S3.
    case aws

    package var credential: [Variable] {
        switch self {
        case .oss:
            Variable.key("ALIBABA_CLOUD_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_SECRET")
                + [Variable("ALIBABA_CLOUD_SECURITY_TOKEN", .securityToken)]
                + Variable.key("OSS_ACCESS_KEY_ID", "OSS_ACCESS_KEY_SECRET")
                + [Variable("OSS_SESSION_TOKEN", .securityToken)]
        case .alicloud:
            Variable.key("ALICLOUD_ACCESS_KEY", "ALICLOUD_SECRET_KEY")
                + [Variable("ALICLOUD_SECURITY_TOKEN", .securityToken)]
        case .velero:
            Variable.key("ALIBABA_CLOUD_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_SECRET")
                + [Variable("ALIBABA_CLOUD_ACCESS_STS_TOKEN", .securityToken)]
        case .juicefs:
            Variable.key("ALICLOUD_ACCESS_KEY_ID", "ALICLOUD_ACCESS_KEY_SECRET")
                + [Variable("SECURITY_TOKEN", .securityToken)]
        case .aws:
            Variable.key("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
                + [Variable("AWS_SESSION_TOKEN", .securityToken)]
        }
    }

    /// The variables for region and endpoint, in groups: one that the caller has set stands for its group.
    ///
    /// Programs that speak S3 must have an endpoint in any case: without one they send their requests to Amazon.
    /// rclone before 1.66 knows none but its own variable.
    package var places: [[Variable]] {
        switch self {
        case .oss: [[Variable("OSS_REGION", .region), Variable("OSS_ENDPOINT", .endpoint)]]
        case .alicloud: [[Variable("ALICLOUD_REGION", .region)]]
        case .velero: []
        case .juicefs: [[Variable("ALICLOUD_REGION_ID", .region)]]
        case .aws:
            [
                [Variable("AWS_REGION", .region), Variable("AWS_DEFAULT_REGION", .region)],
                [Variable("AWS_ENDPOINT_URL_S3", .s3Endpoint)], [Variable("RCLONE_S3_ENDPOINT", .s3Endpoint)],
            ]
        }
    }

    /// Further variables that such programs need with OSS.
    ///
    /// OSS accepts no body with a trailing checksum, which newer SDKs of AWS send unless it is required only.
    package var settings: [(name: String, value: String)] {
        guard self == .aws else { return [] }
        return [
            ("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required"),
            ("AWS_RESPONSE_CHECKSUM_VALIDATION", "when_required"),
        ]
    }
}

/// One word of `--env` or `Variables=`.
package enum VariableChoice: Equatable, Sendable {
    case set(VariableSet)
    case one(Variable)

    /// As it is written.
    package var text: String {
        switch self {
        case .set(let set): set.rawValue
        case .one(let variable): "\(variable.name)=\(variable.member.rawValue)"
        }
    }

    /// The variables that always have a value of their own; an older one must not stay.
    package var credential: [Variable] {
        switch self {
        case .set(let set): set.credential
        case .one(let variable): [variable]
        }
    }

    package var place: [Variable] {
        if case .set(let set) = self { set.places.flatMap(\.self) } else { [] }
    }

    package var settings: [(name: String, value: String)] {
        if case .set(let set) = self { set.settings } else { [] }
    }

    /// Why a word is no choice.
    package struct Complaint: Error {
        package let message: String
    }

    /// Reads the name of a set, or `NAME=MEMBER`.
    package init(_ word: String) throws(Complaint) {
        guard let sign = word.firstIndex(of: "=") else {
            let names = VariableSet.allCases.map(\.rawValue)
            guard let set = VariableSet(rawValue: word) else {
                throw Complaint(
                    message: "\(Quotation.of(word)) is neither NAME=MEMBER nor one of "
                        + "\(names.joined(separator: " "))\(Suggestion.clause(for: word, among: names))")
            }
            self = .set(set)
            return
        }
        let (name, member) = (String(word[..<sign]), String(word[sign...].dropFirst()))
        guard VariableChoice.isName(name) else {
            throw Complaint(message: "\(Quotation.of(name)) is no name of a variable")
        }
        self = .one(Variable(name, try VariableChoice.member(member)))
    }

    private static func member(_ word: String) throws(Complaint) -> CredentialMember {
        guard let member = CredentialMember(rawValue: word) else {
            let names = CredentialMember.allCases.map(\.rawValue)
            let clause = Suggestion.clause(for: word, among: names)
            throw Complaint(
                message: "\(Quotation.of(word)) is no member of a credential; write one of "
                    + "\(names.joined(separator: " "))\(clause)")
        }
        return member
    }

    /// The names that every shell can read.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 255, !(0x30...0x39).contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}
