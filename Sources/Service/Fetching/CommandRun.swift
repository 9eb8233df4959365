internal import Bytes
internal import Exchange
internal import Kernel
internal import Time

extension CommandRequest {
    /// Returns the output of the command.
    func output() throws(ExchangeFailure) -> ByteBuffer {
        let deadline = KernelClock.bootNanoseconds() + Duration.seconds(timeout).nanoseconds
        return try command.output(for: Span(), atMost: maximumResponseSize, until: deadline)
    }
}

extension ExchangeCommand {
    /// The whole environment of a command; its arguments can add to it (`/usr/bin/env`).
    private static let environment = [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
    ]

    /// Runs the command with `input` and returns at most `limit` bytes of output.
    ///
    /// It blocks until `deadline` on the boot clock and then kills the command.
    func output(for input: Span<UInt8>, atMost limit: Int, until deadline: Int64) throws(ExchangeFailure)
        -> ByteBuffer
    {
        var end = Termination.exited(0)
        do throws(SystemError) {
            // A file and not a pipe, because this process does not write while the command runs.
            let source = try MemoryFile.make(named: "ossauthd input", containing: input)
            var pipe = try Pipe()
            var child = try start(source, pipe.takeWritingEnd())
            let output = try pipe.contents(atMost: limit, until: deadline)
            end = try child.wait(until: deadline)
            if end == .exited(0) { return output }
        } catch {
            throw ExchangeFailure(.command, "\(program): \(error)")
        }
        throw ExchangeFailure(.command, "\(program) \(end)")
    }

    private func start(_ source: borrowing Descriptor, _ target: consuming Descriptor) throws(SystemError)
        -> ChildProcess
    {
        try ChildProcess(
            program, arguments: arguments, environment: ExchangeCommand.environment,
            inheriting: [.init(source, as: 0), .init(target, as: 1), .standardError])
    }
}
