internal import Bytes
internal import Exchange
internal import Kernel

extension ExchangeCommand {
    /// All that a command finds in its environment; what else it needs its arguments can say (`/usr/bin/env`).
    private static let environment = [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
    ]

    /// What the command writes when it gets `input`, at most `limit` bytes and until `deadline` on the boot clock.
    ///
    /// Blocks; a command that takes longer is killed.
    func output(for input: Span<UInt8>, atMost limit: Int, until deadline: Int64) throws(ExchangeFailure)
        -> ByteBuffer
    {
        var end = Termination.exited(0)
        do throws(SystemError) {
            // A file and not a pipe: nobody has to write while the command does.
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
