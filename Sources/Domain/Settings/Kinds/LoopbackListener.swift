/// A loopback address and port.
package struct LoopbackListener: Equatable, Sendable {
    package let isIPv6: Bool
    package let port: UInt16
}
