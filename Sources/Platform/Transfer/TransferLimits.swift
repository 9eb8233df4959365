/// What one exchange may take.
package struct TransferLimits: Sendable {
    /// For the name, the connection and TLS.
    package var connecting: Duration
    /// For everything.
    package var total: Duration
    /// Bytes of the body.
    package var responseSize: Int

    package init(connecting: Duration, total: Duration, responseSize: Int) {
        self.connecting = connecting
        self.total = total
        self.responseSize = responseSize
    }
}
