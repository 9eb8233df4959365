internal import Bytes
package import HTTP

/// What programs on an ECS instance ask its metadata for, as far as it is about the role of the instance.
package enum MetadataRoute: Equatable {
    /// A token for the hardened mode.
    case token
    /// The name of the role.
    case roles
    /// The credential of a role; the range is its name in the path.
    case role(Range<Int>)

    package init(_ method: HTTP.Method, _ path: Span<UInt8>) throws(Problem) {
        if path.equals("/latest/api/token") {
            guard method == .put else { throw .methodNotAllowed(allow: "PUT") }
            self = .token
            return
        }
        guard path.hasPrefix(MetadataRoute.folder) else { throw .noSuchRoute }
        guard method == .get else { throw .methodNotAllowed(allow: "GET") }
        let start = MetadataRoute.folder.utf8CodeUnitCount
        self = path.count == start ? .roles : .role(start..<path.count)
    }

    private static let folder: StaticString = "/latest/meta-data/ram/security-credentials/"
}
