import Bytes
import Kernel
import TestSupport

/// The built program while it runs, with all its streams in our hands.
struct Running: ~Copyable {
    private var child: ChildProcess
    private let output: Descriptor
    private let error: Descriptor

    init(_ program: String, _ words: [String], input: String, environment: [String]) throws {
        var inputs = try SocketPair()
        var outputs = try SocketPair()
        var errors = try SocketPair()
        let source = inputs.take()
        let target = inputs.take()
        let outputEnd = outputs.take()
        let errorEnd = errors.take()
        let child = try ChildProcess(
            program, arguments: words, environment: environment,
            inheriting: [
                InheritedDescriptor(target, as: 0), InheritedDescriptor(outputEnd, as: 1),
                InheritedDescriptor(errorEnd, as: 2),
            ])
        try source.sendAll(input.utf8Span.span, waitingUntil: soon())
        self.child = child
        output = outputs.take()
        error = errors.take()
    }

    var isRunning: Bool { child.isRunning }

    mutating func finish(_ requests: [Received] = []) throws -> Outcome {
        let output = try text(from: output)
        let error = try text(from: error)
        return Outcome(output: output, error: error, status: try child.wait(), requests: requests)
    }

    private func text(from stream: borrowing Descriptor) throws -> String {
        var bytes = ByteBuffer()
        while case .bytes = try stream.receive(into: &bytes, atMost: 65_536, waitingUntil: soon()) {}
        return bytes.string
    }
}
