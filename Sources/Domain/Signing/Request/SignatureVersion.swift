/// Which of the two signature algorithms of OSS is meant.
package enum SignatureVersion: UInt8, CaseIterable, Sendable {
    case v1
    case v4

    package var name: StaticString {
        switch self {
        case .v1: "v1"
        case .v4: "v4"
        }
    }
}
