internal import Transfer

/// What an exchange may use: connections of those before it, and the time until `deadline` on the boot clock.
struct Means {
    let connections: KeptConnections
    let deadline: Int64
}
