internal import Bytes
internal import Exchange
internal import Kernel
internal import Time

extension CommandRequest {
    /// What the command prints.
    ///
    /// This process has nothing else to do, so it becomes the command's user itself.
    func output() throws(ExchangeFailure) -> ByteBuffer {
        let deadline = KernelClock.bootNanoseconds() + Duration.seconds(timeout).nanoseconds
        if let user { try become(user.name) }
        return try command.output(for: Span(), atMost: maximumResponseSize, until: deadline)
    }

    private func become(_ name: String) throws(ExchangeFailure) {
        let account: Account?
        do throws(SystemError) {
            account = try Account.named(name)
            if let account { try ThisProcess.become(account) }
        } catch {
            throw ExchangeFailure(.command, "RunAs: \(error)")
        }
        guard account != nil else { throw ExchangeFailure(.command, "RunAs: there is no user \(name)") }
    }
}
