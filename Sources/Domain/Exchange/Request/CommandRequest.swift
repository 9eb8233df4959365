/// One command that the daemon wants run, whose output is the answer.
package struct CommandRequest: Equatable, Sendable {
    package var command: ExchangeCommand
    /// The user of the host that it runs as; `nil`: that of the helper.
    package var user: BasicUser?
    /// Seconds.
    package var timeout = 30
    package var maximumResponseSize = 65_536

    package init(_ command: ExchangeCommand) {
        self.command = command
    }

    /// What no single member can tell.
    func check() throws(ExchangeError) {
        guard ExchangeLimit.seconds.contains(timeout) else { throw .seconds }
        guard ExchangeLimit.responseBytes.contains(maximumResponseSize) else { throw .maximumResponseSize }
    }
}
