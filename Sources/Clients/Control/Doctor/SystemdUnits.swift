internal import Bytes
internal import Kernel

/// The state and the settings of units, as `systemctl` shows them.
///
/// `nil`: systemd does not run, or did not answer in time.
enum SystemdUnits {
    /// Which systemd runs a daemon.
    enum Manager {
        case system
        /// That of the user of this process.
        case user

        var isThere: Bool { folder.flatMap { try? FileStatus.existing(at: $0) }?.kind == .directory }

        /// Exists while this systemd runs.
        private var folder: String? {
            switch self {
            case .system: "/run/systemd/system"
            case .user: ThisProcess.variable("XDG_RUNTIME_DIR").map { "\($0)/systemd" }
            }
        }

        fileprivate var words: [String] { self == .user ? ["--user"] : [] }

        /// The field of the journal with the name of its unit.
        var field: String { self == .user ? "_SYSTEMD_USER_UNIT" : "_SYSTEMD_UNIT" }
    }

    /// More than systemctl takes, even on an overloaded host.
    static let patience: Int64 = 5_000_000_000
    private static let maximumAnswer = 4_194_304

    /// These properties of each unit, in the order of the names; a pattern may match any number of units.
    ///
    /// Of a property with several values, such as `ExecReload`, the first.
    static func properties(
        _ names: [String], of units: [String], by manager: Manager = .system
    ) -> [[String: String]]? {
        let words = ["show", "--no-pager", "--property=\(names.joined(separator: ","))", "--"] + units
        guard manager.isThere, let answer = ask(manager.words + words) else { return nil }
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

    /// The last errors in the journal of this boot with one of these fields, oldest first; none for a user that may not
    /// read them.
    static func errors(_ fields: String..., atMost count: Int) -> [String] {
        let words = ["--quiet", "--no-pager", "--boot", "--output=cat", "--priority=err", "--lines=\(count)"]
        return ask(words + fields.flatMap { [$0, "+"] }.dropLast(), by: "journalctl")?.split(separator: "\n")
            .map(String.init) ?? []
    }

    private static func ask(_ words: [String], by program: String = "systemctl") -> String? {
        // Not every host has them in /usr/bin as well.
        guard let answer = try? answer(of: "/bin/\(program)", to: words), answer.isGood else {
            return nil
        }
        return answer.text
    }

    /// The output of a program, and whether it ends with 0.
    static func answer(
        of program: String, to words: [String], with variables: [String] = [],
        within patience: Int64 = patience
    ) throws(SystemError) -> (text: String, isGood: Bool) {
        var pipe = try Pipe()
        let end = pipe.takeWritingEnd()
        var child = try ChildProcess(
            program, arguments: words, environment: environment + variables,
            inheriting: [InheritedDescriptor(end, as: 1)])
        // The pipe ends only when no process holds its writing end.
        _ = consume end
        let deadline = KernelClock.bootNanoseconds() + patience
        let text = try pipe.contents(atMost: maximumAnswer, until: deadline)
        return (String(copying: text.span), try child.wait(until: deadline) == .exited(0))
    }

    /// Passes each line of the output of a program on, however long it runs; `false`: it does not end with 0.
    package static func eachLine(
        of program: String, to words: [String], _ take: (Span<UInt8>) -> Void
    ) throws(SystemError) -> Bool {
        var pipe = try Pipe()
        let end = pipe.takeWritingEnd()
        var child = try ChildProcess(
            program, arguments: words, environment: environment,
            inheriting: [InheritedDescriptor(end, as: 1), .standardError])
        _ = consume end
        var text = ByteBuffer(capacity: 65_536)
        while try pipe.read(into: &text) > 0 {
            var start = 0
            while let end = text.span.firstIndex(of: UInt8(ascii: "\n"), from: start) {
                take(text[start..<end])
                start = end + 1
            }
            text.removeFirst(start)
        }
        return try child.wait() == .exited(0)
    }

    /// `systemctl --user` finds its systemd in the folder of the user.
    private static var environment: [String] {
        let folder = ThisProcess.variable("XDG_RUNTIME_DIR").map { "XDG_RUNTIME_DIR=\($0)" }
        return ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin"] + [folder].compactMap(\.self)
    }
}
