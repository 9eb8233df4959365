package import JSON

/// A member of a document that contains a credential or a refusal.
package enum ReplyMember: Int, CaseIterable, Sendable {
    case keyID
    case secret
    case token
    case expiration
    case errorCode
    case errorMessage
    case signature

    /// The name in the documentation of Alibaba Cloud, which messages use for every dialect.
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

/// A condition that a document must meet to be a success.
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

/// The format of the documents of one kind of server.
package struct ReplyDialect: Equatable, Sendable {
    /// The possible places of each member; the first one with a value counts.
    private(set) var places: [ReplyMember: [JSONPointer]]
    package var tests: [ReplyTest]
    /// Whether the token and the expiration may be empty, as a command returns a long-lived key.
    package var isLenient = false
    /// Whether the operator can name other places.
    package var canBeMapped = false

    private init(_ places: [ReplyMember: [String]], _ tests: [ReplyTest] = []) {
        self.places = places.mapValues { $0.compactMap(JSONPointer.init) }
        self.tests = tests
    }

    package mutating func set(_ member: ReplyMember, at pointer: JSONPointer) {
        places[member] = [pointer]
    }

    /// `{"StatusCode":200,"AccessKeyId":…,"AccessKeySecret":…,"SecurityToken":…,"Expiration":…}`, or a
    /// refusal with `ErrorCode` and `ErrorMessage`.
    ///
    /// The official sample has a string as status, the documentation a number. IDaaS is an AppServer with an answer of
    /// its own.
    package static let appServer = ReplyDialect(
        [
            .keyID: ["/AccessKeyId", idaas + "accessKeyId"],
            .secret: ["/AccessKeySecret", idaas + "accessKeySecret"],
            .token: ["/SecurityToken", idaas + "securityToken"],
            .expiration: ["/Expiration", idaas + "expiration"],
            .errorCode: ["/ErrorCode", "/error"], .errorMessage: ["/ErrorMessage", "/error_description"],
        ], passing("/StatusCode", "200"))

    private static let idaas = "/cloudAccountRoleAccessCredential/alibabaCloudStsToken/"

    /// The six members of the metadata service and of `credentials-uri`.
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

    /// The answer of a remote signer.
    package static let signer = ReplyDialect(
        [
            .signature: ["/signature", "/Signature"], .keyID: ["/accessKeyId", "/AccessKeyId"],
            .errorCode: ["/ErrorCode"], .errorMessage: ["/ErrorMessage"],
        ], passing("/StatusCode", "200"))

    /// The output of a command, in any of these dialects or in that of mode `External` of aliyun-cli.
    package static let anyKnown: ReplyDialect = {
        var dialect = ReplyDialect(
            [
                .keyID: ["/AccessKeyId", "/access_key_id", "/Credentials/AccessKeyId"],
                .secret: ["/AccessKeySecret", "/access_key_secret", "/Credentials/AccessKeySecret"],
                .token: ["/SecurityToken", "/sts_token", "/Credentials/SecurityToken"],
                .expiration: ["/Expiration", "/expiration", "/Credentials/Expiration"],
                .errorCode: ["/ErrorCode"], .errorMessage: ["/ErrorMessage"],
            ], passing("/StatusCode", "200") + passing("/Code", "Success"))
        dialect.isLenient = true
        return dialect
    }()

    /// The member must have this value where it exists.
    private static func passing(_ pointer: String, _ value: String) -> [ReplyTest] {
        JSONPointer(pointer).map { [ReplyTest($0, isEqual: true, to: value, mayBeMissing: true)] } ?? []
    }
}
