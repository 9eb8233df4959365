package import JSON

/// What a document tells of a credential, or of why there is none.
package enum ReplyMember: Int, CaseIterable, Sendable {
    case keyID
    case secret
    case token
    case expiration
    case errorCode
    case errorMessage
    case signature

    /// The name in the documents of Alibaba Cloud, which messages use whatever the server calls it.
    package var name: String {
        switch self {
        case .keyID: "AccessKeyId"
        case .secret: "AccessKeySecret"
        case .token: "SecurityToken"
        case .expiration: "Expiration"
        case .errorCode: "ErrorCode"
        case .errorMessage: "ErrorMessage"
        case .signature: "Signature"
        }
    }
}

/// A condition without which the other members of a document do not count.
package struct ReplyTest: Equatable, Sendable {
    package let pointer: JSONPointer
    package let isEqual: Bool
    package let value: String
    /// Whether a document without this member may be a success.
    package let mayBeMissing: Bool

    package init(_ pointer: JSONPointer, isEqual: Bool, to value: String, mayBeMissing: Bool = false) {
        self.pointer = pointer
        self.isEqual = isEqual
        self.value = value
        self.mayBeMissing = mayBeMissing
    }
}

/// How one kind of server writes its documents.
package struct ReplyDialect: Equatable, Sendable {
    /// Where a member may stand; the first place that has it counts.
    private var places: [ReplyMember: [JSONPointer]]
    package var tests: [ReplyTest]
    /// Whether a credential may come without a token and with an empty end: a long-lived key from a command.
    package var isLoose = false

    private init(_ places: [ReplyMember: [String]], _ tests: [ReplyTest] = []) {
        self.places = places.mapValues { $0.compactMap(JSONPointer.init) }
        self.tests = tests
    }

    package func places(of member: ReplyMember) -> [JSONPointer] {
        places[member] ?? []
    }

    package mutating func set(_ member: ReplyMember, at pointer: JSONPointer) {
        places[member] = [pointer]
    }
}

extension ReplyDialect {
    /// `{"StatusCode":200,"AccessKeyId":…,"AccessKeySecret":…,"SecurityToken":…,"Expiration":…}`, or a
    /// refusal with `ErrorCode` and `ErrorMessage`.
    ///
    /// The official sample writes the status as a string, the documents as a number.
    package static let appServer = ReplyDialect(
        [
            .keyID: ["/AccessKeyId"], .secret: ["/AccessKeySecret"], .token: ["/SecurityToken"],
            .expiration: ["/Expiration"], .errorCode: ["/ErrorCode"], .errorMessage: ["/ErrorMessage"],
        ],
        JSONPointer("/StatusCode").map { [ReplyTest($0, isEqual: true, to: "200", mayBeMissing: true)] } ?? []
    )

    /// The six members of the instance's metadata and of `credentials-uri`.
    package static let document = ReplyDialect(
        [
            .keyID: ["/AccessKeyId"], .secret: ["/AccessKeySecret"], .token: ["/SecurityToken"],
            .expiration: ["/Expiration"], .errorCode: ["/Code"], .errorMessage: ["/Message"],
        ], passing("/Code", "Success"))

    /// The answer of STS to AssumeRole and AssumeRoleWithOIDC.
    package static let sts = ReplyDialect([
        .keyID: ["/Credentials/AccessKeyId"], .secret: ["/Credentials/AccessKeySecret"],
        .token: ["/Credentials/SecurityToken"], .expiration: ["/Credentials/Expiration"],
        .errorCode: ["/Code"],
        .errorMessage: ["/Message"],
    ])

    /// The answer of a server that signs.
    package static let signer = ReplyDialect(
        [
            .signature: ["/signature", "/Signature"], .keyID: ["/accessKeyId", "/AccessKeyId"],
            .errorCode: ["/ErrorCode"], .errorMessage: ["/ErrorMessage"],
        ], passing("/StatusCode", "200"))

    /// Whatever commands print: the document, that of the AppServer, that of STS, and that of mode `External` of the
    /// official command line.
    package static let anyKnown: ReplyDialect = {
        var dialect = ReplyDialect(
            [
                .keyID: ["/AccessKeyId", "/access_key_id", "/Credentials/AccessKeyId"],
                .secret: ["/AccessKeySecret", "/access_key_secret", "/Credentials/AccessKeySecret"],
                .token: ["/SecurityToken", "/sts_token", "/Credentials/SecurityToken"],
                .expiration: ["/Expiration", "/expiration", "/Credentials/Expiration"],
                .errorCode: ["/ErrorCode"], .errorMessage: ["/ErrorMessage"],
            ], passing("/StatusCode", "200") + passing("/Code", "Success"))
        dialect.isLoose = true
        return dialect
    }()

    /// Where this member is, it has this value.
    private static func passing(_ pointer: String, _ value: String) -> [ReplyTest] {
        JSONPointer(pointer).map { [ReplyTest($0, isEqual: true, to: value, mayBeMissing: true)] } ?? []
    }
}
