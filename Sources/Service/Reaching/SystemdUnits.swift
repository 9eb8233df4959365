internal import Bytes
package import Kernel

/// The state and the settings of units, as `systemctl` shows them.
///
/// `nil`: systemd does not run, or did not answer in time.
package enum SystemdUnits {
    /// More than systemctl takes, even on an overloaded host.
    private static let patience: Int64 = 5_000_000_000
    private static let maximumAnswer = 262_144

    /// These properties of each unit, in the order of the names; a pattern may match any number of units.
    ///
    /// Of a property with several values, such as `ExecReload`, the first.
    package static func properties(_ names: [String], of units: [String]) -> [[String: String]]? {
        let words = ["show", "--no-pager", "--property=\(names.joined(separator: ","))", "--"] + units
        guard let answer = ask(words) else { return nil }
        var found: [[String: String]] = [[:]]
        for line in answer.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                found.append([:])
            } else if let sign = line.firstIndex(of: "=") {
                let (name, value) = (String(line[..<sign]), String(line[line.index(after: sign)...]))
                if found[found.count - 1][name] == nil { found[found.count - 1][name] = value }
            }
        }
        return found.filter { !$0.isEmpty }
    }

    /// The last errors in the journal of this boot with this field, oldest first; none for a user that may not read them.
    package static func errors(_ field: String, atMost count: Int) -> [String] {
        let words = [
            "--quiet", "--no-pager", "--boot", "--output=cat", "--priority=err", "--lines=\(count)", field,
        ]
        return ask(words, by: "journalctl")?.split(separator: "\n").map(String.init) ?? []
    }

    private static func ask(_ words: [String], by program: String = "systemctl") -> String? {
        guard let folder = try? FileStatus.existing(at: "/run/systemd/system"), folder.kind == .directory
        else { return nil }
        // Not every host has them in /usr/bin as well.
        guard let answer = try? answer(of: "/bin/\(program)", to: words), answer.isGood else {
            return nil
        }
        return answer.text
    }

    /// The output of a program, and whether it ends with 0.
    package static func answer(
        of program: String, to words: [String]
    ) throws(SystemError) -> (text: String, isGood: Bool) {
        var pipe = try Pipe()
        let end = pipe.takeWritingEnd()
        var child = try ChildProcess(
            program, arguments: words, environment: ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
            inheriting: [InheritedDescriptor(end, as: 1)])
        close(consume end)
        let deadline = KernelClock.bootNanoseconds() + patience
        let text = try pipe.contents(atMost: maximumAnswer, until: deadline)
        return (String(copying: text.span), try child.wait(until: deadline) == .exited(0))
    }

    /// The pipe ends only when no process holds its writing end.
    private static func close(_ end: consuming Descriptor) {}
}
