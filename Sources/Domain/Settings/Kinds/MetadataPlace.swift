/// Where to listen for programs that ask for the metadata of an ECS instance.
package enum MetadataPlace: Equatable, Sendable {
    /// 100.100.100.200, as on an instance.
    case instance(port: UInt16)
    case loopback(LoopbackListener)
}
