/// The two sockets of the daemon that speak HTTP.
package enum Socket: Equatable, Sendable {
    case api
    case admin
}
