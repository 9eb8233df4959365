internal import Exchange
internal import Kernel
internal import Time
internal import Transfer

/// What an exchange may use: what those before it left, and the time until `deadline` on the boot clock.
struct Means {
    let connections: KeptConnections
    let login: KeptLogin
    let deadline: Int64

    init(_ kept: Kept, for request: ExchangeRequest) {
        connections = kept.connections
        login = kept.login
        deadline = KernelClock.bootNanoseconds() + Duration.seconds(request.timeout).nanoseconds
    }
}
