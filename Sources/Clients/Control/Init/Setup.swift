internal import Kernel
internal import OSSAuthClient

/// The steps of `init`, and the commands that take them back.
struct Setup {
    let name: String
    let account: Account
    let terminal: Terminal
    private(set) var undo: [[String]] = []

    mutating func perform(_ text: String, _ session: inout Session) throws(Failure) {
        // Neither a signal nor a closed output ends it between two steps.
        _ = try? SignalQueue([.interrupt, .terminate, .hangup])
        ThisProcess.ignoreBrokenPipes()
        let profiles = try session.ask(.status, for: SigningDaemon.Status.self).profiles
        guard !profiles.contains(where: { $0.name == name }), !(try Checker.rules.contains(name)) else {
            throw Failure(.usage, "there is a profile or a rule '\(name)' already")
        }
        try add(text)
        let group = (try? Account.group(named: "ossauth")) ?? 0
        let joins = account.user != 0 && !account.groups().contains(group)
        if joins {
            try run(["gpasswd", "--add", account.name, "ossauth"])
            undo.append(["gpasswd", "--delete", account.name, "ossauth"])
        }
        undo.append(["systemctl", "reload", "ossauthd"])
        try run(["systemctl", "reload", "ossauthd"])
        do throws(Failure) { try run(["ossauthctl", "refresh", name]) } catch {
            let profiles = try session.ask(.status, for: SigningDaemon.Status.self).profiles
            throw profiles.first { $0.name == name }.map { Failure(.noCredential, Remedy.advice(for: $0)) }
                ?? error
        }
        undo.insert(["ossauthctl", "credentials", "forget", name], at: 0)
        let presign = ["ossauthctl", "presign", "--profile", name, "oss://\(name)/hello.txt"]
        try run(["runuser", "-u", account.name, "--"] + presign)
        guard joins else { return }
        let units = Setup.output("ps", "-u", account.name, "-o", "unit=").filter { $0.hasSuffix(".service") }
        let services =
            units.isEmpty ? "" : ": systemctl restart \(Set(units).sorted().joined(separator: " "))"
        terminal.note("restart the programs of '\(account.name)', which are not in the group yet\(services)")
    }

    func run(_ words: [String]) throws(Failure) {
        let line = words.map(\.shellQuoted).joined(separator: " ")
        try? terminal.print("+ \(line)\n")
        let isGood = try Failure.saying(
            line,
            SystemdUnits.eachLine(of: "/usr/bin/env", to: words) {
                try? terminal.print($0)
                try? terminal.print("\n")
            })
        guard isGood else { throw Failure(.usage, "'\(line)' has failed") }
    }

    /// Gives the file its name only after the check, and if no other has it.
    private mutating func add(_ text: String) throws(Failure) {
        let path = "/etc/ossauthd/ossauthd.conf.d/\(name).conf"
        let draft = "\(path).new"
        try? terminal.print("+ cat >\(draft) <<END\n\(text)END\n")
        let access = FileAccess(mode: 0o644)
        try Failure.saying(
            "the file cannot be made", File.replace(draft, with: text.utf8Span.span, access: access))
        defer { try? File.remove(draft) }
        try run(["ossauthd", "--config", draft, "--check"])
        try? terminal.print("+ mv \(draft) \(path)\n")
        try Failure.saying("the file cannot be made", File.setAside(draft, as: path))
        undo.append(["rm", path])
    }

    /// The selectors of root, the users of the group, and the services that have it by a setting.
    static var members: [String] {
        let group = output("getent", "group", "ossauth")
        // The group does not list a user whose first one it is.
        let owners = text(["getent", "passwd"]).split(separator: "\n").compactMap { line -> String? in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count > 3, group.count > 2, fields[3] == group[2] else { return nil }
            return String(fields[0])
        }
        let users = (group.dropFirst(3) + owners).map { "user:\($0)" }
        let keys = ["Group", "SupplementaryGroups"]
        let units = SystemdUnits.properties(["Id"] + keys, of: ["*.service"]) ?? []
        let services = units.compactMap { unit in
            keys.contains { unit[$0]?.split(separator: " ").contains("ossauth") == true } ? unit["Id"] : nil
        }
        return ["user:root"] + users
            + services.map { "unit:" + $0.map { $0 == "\\" ? "\\\\" : "\($0)" }.joined() }
    }

    /// The words that a program prints.
    private static func output(_ words: String...) -> [String] {
        text(words).split { " :,\n".contains($0) }.map(String.init)
    }

    private static func text(_ words: [String]) -> String {
        (try? SystemdUnits.answer(of: "/usr/bin/env", to: words).text) ?? ""
    }
}
