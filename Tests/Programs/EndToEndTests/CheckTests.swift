import Bytes
import Kernel
import TestSupport
import Testing

/// `ossauthd --check` as an operator runs it.
struct CheckTests {
    private func check(_ rules: String, mode: String = "644", dropIns: UInt32 = 0o755, as form: String = "")
        throws -> (
            status: Termination, output: String
        )
    {
        let directory = try TemporaryDirectory()
        let path = directory.appending("ossauthd.conf")
        try write(path, manualProfile() + rules)
        try File.makeDirectory("\(path).d", mode: dropIns)
        var program = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "chmod \"$2\" \"$1\"; CACHE_DIRECTORY=\"$1.cache\" exec \"$0\" --check $3 --config \"$1\" 2>&1",
                builtProgram("ossauthd"),
                path, mode, form,
            ])
        let output = try program.rest().string
        return (
            try program.child.wait(),
            output.split(separator: path, omittingEmptySubsequences: false).joined(separator: "FILE")
        )
    }

    @Test func `a warning is told and changes no status`() throws {
        let (status, output) = try check("[Access a]\nMatch=unit:nginx\nAllow=sign\n")
        #expect(status == .exited(0))
        #expect(
            output == """
                FILE:7:7: warning: this line matches no caller: 'nginx' names no unit, their names end in .service .scope .socket .mount .swap
                the configuration is good: 1 profile, 1 warning

                """)
    }

    /// `journalctl --priority` finds them by it; the summary is for a terminal.
    @Test(arguments: [("Allow=sign", "<4>", 1), ("Allow=sing", "<3>", 0)])
    func `errors and warnings for the journal begin with their level`(line: String, level: String, rest: Int)
        throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.appending("ossauthd.conf")
        try write(path, manualProfile() + "[Access a]\nMatch=unit:nginx\n\(line)\n")
        var program = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "exec 2>&1; export CACHE_DIRECTORY=\"$1.cache\" JOURNAL_STREAM=$(stat --dereference --format=%d:%i /proc/self/fd/2); "
                    + "exec \"$0\" --check --config \"$1\"", builtProgram("ossauthd"), path,
            ])
        let lines = try program.rest().string.split(separator: "\n")
        #expect(lines.count == 1 + rest && lines.first?.hasPrefix("\(level)\(path):") == true, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("<") }.count == 1)
    }

    /// systemd names further folders of a drop-in behind the first.
    @Test func `of several cache folders the first counts`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("ossauthd.conf")
        try write(path, manualProfile())
        var program = try RunningProgram(
            "/bin/sh",
            [
                "-c", "CACHE_DIRECTORY=\"$1.cache:/proc/nowhere\" exec \"$0\" --check --config \"$1\" 2>&1",
                builtProgram("ossauthd"), path,
            ])
        #expect(try program.rest().string == "the configuration is good: 1 profile\n")
    }

    @Test func `a file that is not there is told as what it should be`() throws {
        var program = try RunningProgram(
            "/bin/sh", ["-c", "exec \"$0\" --check --config /nowhere 2>&1", builtProgram("ossauthd")])
        #expect(
            try program.rest().string
                == "the configuration cannot be read: open /nowhere: no such file or directory\n")
        #expect(try program.child.wait() == .exited(78))
    }

    @Test func `the check works for a process without standard streams`() throws {
        for closed in ["<&-", ">&-", "<&- >&-"] {
            var program = try RunningProgram(
                "/bin/sh",
                [
                    "-c", "\"$0\" --check --config /nowhere 2>/dev/null \(closed); echo $?",
                    builtProgram("ossauthd"),
                ])
            #expect(try program.readLine() == "78")
        }
    }

    @Test func `a mistake is told alone`() throws {
        let (status, output) = try check("[Access a]\nMatch=uid:1\nAllow=sing\n")
        #expect(status == .exited(78))
        #expect(output.hasPrefix("FILE:8:7: 'sing' is not one of sign "))
    }

    @Test func `an unknown user is a mistake, though the daemon would start`() throws {
        let (status, output) = try check("[Access a]\nMatch=user:no-such-user\nAllow=sign\n")
        #expect(
            status == .exited(1)
                && output == """
                    FILE:7:12: this host knows no user 'no-such-user'
                    at start such a line matches no user; a reload rejects the whole file

                    """
        )
        let (worse, _) = try check("[Access a]\nMatch=user:no-such-user\nAllow=sing\n")
        #expect(worse == .exited(78))
    }

    @Test func `files and folders that others may change are told`() throws {
        let (status, output) = try check("", mode: "666", dropIns: 0o775)
        #expect(status == .exited(0))
        let lines = output.split(separator: "\n")
        #expect(
            lines.dropLast().map { $0.replacing("user \(ThisProcess.user)", with: "user ME") } == [
                "FILE:1:1: warning: FILE: is of user ME with mode 0666, so others could replace what is in it; "
                    + "take the right to write away from others with 'chmod go-w FILE'",
                "FILE:1:1: warning: FILE.d: is of user ME with mode 0775, so others could replace what is in it; "
                    + "take the right to write away from others with 'chmod go-w FILE.d'",
            ])
    }

    @Test func `a mistake that would keep the daemon from starting is no warning`() throws {
        let (status, output) = try check("[Daemon]\nApiSocketGroup=no-such-group\n")
        #expect(status == .exited(78))
        #expect(
            output
                == "FILE:7:16: this host knows no group 'no-such-group', without which the daemon does not "
                + "make its socket\n")
    }

    /// As `ossauthctl doctor` reads it.
    @Test(arguments: [
        ("user:root", "sign", 0, nil, ""),
        ("unit:nginx", "sign", 0, "warning", "FILE:7:7"),
        ("user:no-such-user", "sign", 1, "error", "FILE:7:12"), ("uid:1", "sing", 78, "error", "FILE:8:7"),
    ])
    func `a program gets the findings as JSON`(
        match: String, operation: String, status: Int32, severity: String?, place: String
    ) throws {
        let run = try check("[Access a]\nMatch=\(match)\nAllow=\(operation)\n", as: "--json")
        #expect(run.status == .exited(status))
        guard let severity else {
            #expect(run.output == "{\"findings\":[]}\n")
            return
        }
        #expect(
            run.output.hasPrefix(#"{"findings":[{"severity":"\#(severity)","place":"\#(place)","text":""#)
                && run.output.hasSuffix(
                    #"","remedy":"correct it, then 'systemctl reload-or-restart ossauthd'"}]}"# + "\n"),
            "\(run.output)")
    }

    @Test func `good rules pass without a word`() throws {
        let (status, output) = try check("[Access a]\nMatch=unit:nginx.service\nAllow=sign\n")
        #expect(status == .exited(0))
        #expect(output == "the configuration is good: 1 profile\n")
    }
}
