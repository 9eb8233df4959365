internal import Bytes
package import Documents
package import HTTP

/// The two metadata protocols, which differ in names only.
package enum MetadataDialect: CaseIterable, Sendable {
    /// ECS of Alibaba Cloud.
    case ecs
    /// EC2 of AWS, for programs that speak S3.
    case ec2

    /// The header with a session token.
    package var token: StaticString {
        switch self {
        case .ecs: "x-aliyun-ecs-metadata-token"
        case .ec2: "x-aws-ec2-metadata-token"
        }
    }

    /// The header with the life of a session token.
    package var life: StaticString {
        switch self {
        case .ecs: "x-aliyun-ecs-metadata-token-ttl-seconds"
        case .ec2: "x-aws-ec2-metadata-token-ttl-seconds"
        }
    }

    package var format: DocumentFormat { self == .ecs ? .json : .aws }

    fileprivate var folder: StaticString {
        switch self {
        case .ecs: "/latest/meta-data/ram/security-credentials/"
        case .ec2: "/latest/meta-data/iam/security-credentials/"
        }
    }
}

/// The requests of the metadata protocols that concern the role of the instance.
package enum MetadataRoute: Equatable {
    /// A session token; both protocols have the same path.
    case token
    /// The name of the role.
    case roles(MetadataDialect)
    /// The credential of a role; the range is the name of the role in the path.
    case role(Range<Int>, MetadataDialect)

    package init(_ method: HTTP.Method, _ path: Span<UInt8>) throws(Problem) {
        if path.equals("/latest/api/token") {
            guard method == .put else { throw .methodNotAllowed(allow: "PUT") }
            self = .token
            return
        }
        guard let dialect = MetadataDialect.allCases.first(where: { path.hasPrefix($0.folder) }) else {
            throw .noSuchRoute
        }
        guard method == .get else { throw .methodNotAllowed(allow: "GET") }
        let start = dialect.folder.utf8CodeUnitCount
        self = path.count == start ? .roles(dialect) : .role(start..<path.count, dialect)
    }
}
