internal import Bytes
internal import Kernel

/// The state and the settings of units, as `systemctl` shows them.
///
/// `nil`: systemd does not run, or did not answer in time.
package enum SystemdUnits {
    /// More than systemctl takes, even on an overloaded host.
    private static let patience: Int64 = 5_000_000_000
    private static let maximumAnswer = 262_144

    /// These properties of each unit, in the order of the names; a pattern may match any number of units.
    package static func properties(_ names: [String], of units: [String]) -> [[String: String]]? {
        let words = ["show", "--no-pager", "--property=\(names.joined(separator: ","))", "--"] + units
        guard let answer = ask(words) else { return nil }
        var found: [[String: String]] = [[:]]
        for line in answer.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                found.append([:])
            } else if let sign = line.firstIndex(of: "=") {
                found[found.count - 1][String(line[..<sign])] = String(line[line.index(after: sign)...])
            }
        }
        return found.filter { !$0.isEmpty }
    }

    /// The files of a unit with its drop-ins, line by line.
    package static func lines(of unit: String) -> [String]? {
        ask(["cat", "--no-pager", "--", unit])?.split(separator: "\n").map(String.init)
    }

    private static func ask(_ words: [String]) -> String? {
        guard let folder = try? FileStatus.existing(at: "/run/systemd/system"), folder.kind == .directory
        else { return nil }
        return try? answer(to: words)
    }

    private static func answer(to words: [String]) throws(SystemError) -> String? {
        var pipe = try Pipe()
        let end = pipe.takeWritingEnd()
        var child = try ChildProcess(
            "/usr/bin/systemctl", arguments: words, environment: ["LC_ALL=C"],
            inheriting: [InheritedDescriptor(end, as: 1)])
        close(consume end)
        let deadline = KernelClock.bootNanoseconds() + patience
        let answer = try pipe.contents(atMost: maximumAnswer, until: deadline)
        guard case .exited(0) = try child.wait(until: deadline) else { return nil }
        return String(copying: answer.span)
    }

    /// The pipe ends only when no process holds its writing end.
    private static func close(_ end: consuming Descriptor) {}
}
