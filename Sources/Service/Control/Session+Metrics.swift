internal import Bytes
internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    mutating func showMetrics(in file: String?) throws(Failure) {
        let reply = try ask(.metrics)
        guard let file else { return try terminal.printForProgram(reply.body) }
        do throws(SystemError) {
            var replacement = try FileReplacement(of: file)
            try replacement.write(reply.body)
            try replacement.open(to: FileAccess(mode: 0o644))
            // Not brought to the disk: after a crash of the host nobody wants these numbers.
            try replacement.install()
        } catch {
            throw Failure(.usage, "the metrics cannot be written: \(error)")
        }
    }
}
