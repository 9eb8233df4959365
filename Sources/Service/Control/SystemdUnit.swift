internal import Bytes
internal import Kernel

/// What systemd says of a unit.
enum SystemdUnit {
    /// Longer than systemctl takes on a host that is at its limit.
    private static let patience: Int64 = 5_000_000_000

    /// `active`, `failed` or whatever it is; `nil` where systemd does not run.
    static func state(of name: String) -> String? {
        guard let folder = try? FileStatus.existing(at: "/run/systemd/system"), folder.kind == .directory
        else {
            return nil
        }
        return try? ask(["is-active", name])
    }

    private static func ask(_ words: [String]) throws(SystemError) -> String? {
        var pipe = try Pipe()
        let end = pipe.takeWritingEnd()
        var child = try ChildProcess(
            "/usr/bin/systemctl", arguments: words, environment: ["LC_ALL=C"],
            inheriting: [InheritedDescriptor(end, as: 1)])
        close(consume end)
        let deadline = KernelClock.bootNanoseconds() + patience
        let answer = try pipe.contents(atMost: 1_024, until: deadline)
        _ = try child.wait(until: deadline)
        return String(copying: answer.span).split(separator: "\n").first.map(String.init)
    }

    /// The pipe ends only when nobody holds its writing end.
    private static func close(_ end: consuming Descriptor) {}
}
