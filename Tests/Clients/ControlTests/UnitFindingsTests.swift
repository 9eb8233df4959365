import CommandLine
import Testing

@testable import Control

/// The findings from the states of units.
struct UnitFindingsTests {
    private func page(_ findings: [Finding]) -> String {
        Page(ink: Ink(isColoured: false)).text(of: findings)
    }

    private func unit(_ properties: [String: String], named name: String = "ossauthd.service") -> UnitState {
        UnitState(properties: properties.merging(["Id": name]) { $1 })
    }

    @Test(arguments: [
        (["ActiveState": "inactive"], Finding.Verdict.doubtful, "'systemctl enable --now ossauthd'"),
        (
            ["ActiveState": "failed", "Result": "exit-code"], .bad,
            "has failed fix: correct that, then 'systemctl reload-or-restart ossauthd'"
        ),
        (
            ["ActiveState": "failed", "Result": "start-limit-hit"], .bad,
            "reached a start limit: systemd starts it no more, and has removed its sockets fix: "
                + "'systemctl reset-failed ossauthd.service', then 'systemctl start ossauthd.service'"
        ),
        (
            [
                "ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "7",
                "ExecMainStatus": "78",
            ],
            .bad,
            "restarts again and again: status 78 at last fix: correct that, then 'systemctl reload-or-restart ossauthd'"
        ),
        (
            ["ActiveState": "activating", "SubState": "start", "NRestarts": "1", "ExecMainStatus": "70"],
            .bad, "restarts again and again: status 70 at last"
        ),
        (
            [
                "ActiveState": "deactivating", "SubState": "final-sigterm", "NRestarts": "1",
                "ExecMainStatus": "78",
            ],
            .bad, "restarts again and again: status 78 at last"
        ),
        // The next start is in progress.
        (
            ["ActiveState": "activating", "SubState": "start", "NRestarts": "1", "ExecMainStatus": "0"],
            .bad, "restarts again and again fix:"
        ),
        (
            ["ActiveState": "inactive", "LoadState": "masked"], .bad,
            "fix: 'systemctl unmask ossauthd.service', then"
        ),
        (
            ["ActiveState": "active", "LoadState": "masked"], .doubtful,
            "ossauthd.service is masked and active"
        ),
        (
            ["ActiveState": "activating", "SubState": "start", "NRestarts": "0"], .doubtful,
            "is activating fix: wait a moment, then 'ossauthctl doctor' again"
        ),
    ])
    func `each state of the unit has a remedy`(
        properties: [String: String], verdict: Finding.Verdict, words: String
    ) throws {
        let finding = try #require(Finding.unit(unit(properties)))
        let text = page([finding]).split { $0.isWhitespace }.joined(separator: " ")
        #expect(finding.verdict == verdict && text.contains(words), "\(text)")
    }

    @Test(arguments: ["0", "3"])
    func `an active unit alone proves nothing`(restarts: String) {
        #expect(Finding.unit(unit(["ActiveState": "active", "NRestarts": restarts])) == nil)
    }

    @Test func `has the errors of the journal for a unit that does not start`() throws {
        let failing = unit(["ActiveState": "activating", "SubState": "auto-restart", "ExecMainStatus": "226"])
        let errors = ["Failed to set up mount namespacing: /run/x", "Failed at step NAMESPACE"]
        let text = page([try #require(Finding.unit(failing, errors: errors))]).split { $0.isWhitespace }
            .joined(separator: " ")
        #expect(
            text.contains(
                "again and again: Failed to set up mount namespacing: /run/x; Failed at step NAMESPACE"),
            "\(text)")
    }

    /// As `systemctl show` prints the first command of a reload.
    @Test(arguments: [
        ("code=(null) ; status=0/0", "active", nil), ("code=exited ; status=0", "active", nil),
        ("code=exited ; status=1", "active", nil), ("code=exited ; status=226", "active", "226"),
        ("code=exited ; status=78", "active", "78"), ("code=killed ; status=9/KILL", "active", "9/KILL"),
        ("code=exited ; status=78", "inactive", nil),
    ])
    func `reports a check of the last reload that says that a start would fail`(
        end: String, state: String, status: String?
    ) throws {
        let command =
            "{ path=/usr/bin/ossauthd ; argv[]=/usr/bin/ossauthd --check ; ignore_errors=no ; pid=137 ; \(end) }"
        let unit = unit(["ActiveState": state, "ExecReload": command])
        #expect(unit.processOfCheck == "137")
        let finding = Finding.reload(unit, errors: ["permission denied"])
        #expect((finding == nil) == (status == nil))
        if let status, let finding {
            let text = page([finding]).split { $0.isWhitespace }.joined(separator: " ")
            #expect(text.contains("ended with status \(status): permission denied fix:"), "\(text)")
        }
    }

    @Test func `names the units whose files systemd has not read`() throws {
        let same = unit(["NeedDaemonReload": "no"])
        #expect(Finding.changedFiles([same]) == nil)
        let finding = try #require(
            Finding.changedFiles([same, unit(["NeedDaemonReload": "yes"], named: "a.socket")]))
        #expect(finding.verdict == .doubtful && page([finding]).contains("those of a.socket since"))
        #expect(page([finding]).contains("'systemctl daemon-reload'"))
    }

    @Test func `notices that the program of the daemon was replaced`() {
        #expect(Finding.replaced("/usr/bin/ossauthd") == nil && Finding.replaced(nil) == nil)
        #expect(Finding.replaced("/usr/bin/ossauthd (deleted)")?.verdict == .doubtful)
    }

    /// Some of these states were called good, or had a remedy that ended nothing.
    @Test(
        arguments: [
            (["ActiveState": "active", "WantedBy": "sockets.target"], [], nil, nil),
            (["ActiveState": "inactive"], [], nil, nil),
            (
                ["ActiveState": "inactive", "WantedBy": "sockets.target"], [],
                "a.socket is wanted and inactive", "'systemctl start a.socket'"
            ),
            // systemd opens no socket of a service that runs.
            (
                ["ActiveState": "inactive", "WantedBy": "ossauthd.service"], [],
                "a.socket is wanted and inactive", "'systemctl restart ossauthd'"
            ),
            (
                ["ActiveState": "inactive", "RequiredBy": "ossauthd.service sockets.target"], [],
                "a.socket is wanted and inactive", "'systemctl restart ossauthd'"
            ),
            (
                ["ActiveState": "inactive", "WantedBy": "sockets.target", "LoadState": "masked"], [],
                "a.socket is wanted and masked",
                "'systemctl unmask a.socket', then 'systemctl start a.socket'"
            ),
            (
                ["ActiveState": "failed", "WantedBy": "sockets.target", "Result": "service-start-limit-hit"],
                [],
                "a.socket is wanted and failed",
                "'systemctl reset-failed a.socket', then 'systemctl start a.socket'"
            ),
            (
                ["ActiveState": "failed", "WantedBy": "sockets.target", "Result": "trigger-limit-hit"], [],
                "a.socket is wanted and failed",
                "'systemctl reset-failed a.socket', then 'systemctl start a.socket'"
            ),
            (
                ["ActiveState": "failed", "WantedBy": "sockets.target", "Result": "resources"],
                [
                    "Failed to create listening socket (127.0.0.1:6770): Address already in use",
                    "Failed to listen",
                ],
                "a.socket is wanted and failed: Failed to create listening socket (127.0.0.1:6770): Address already in use",
                "stop the program that has the port ('ss -ltnp' names it), then 'systemctl start a.socket'"
            ),
        ] as [([String: String], [String], String?, String?)])
    func `a socket that a unit wants is active`(
        properties: [String: String], errors: [String], sentence: String?, fix: String?
    ) {
        let finding = Finding.socket(unit(properties, named: "a.socket"), errors: errors)
        #expect(finding == sentence.map { Finding("sockets", .bad, $0, fix: fix) })
    }

    @Test(arguments: [
        (["enabled", "disabled"], "sockets.target", nil), (["disabled", "enabled"], "sockets.target", nil),
        (["disabled", "disabled"], "ossauthd.service", "ossauthd.service"),
        (["enabled-runtime", "disabled"], "ossauthd.service", "ossauthd.service"),
        (["enabled", "enabled"], "", "ossauthd-compat.socket"),
        (["disabled", "disabled"], "", "ossauthd.service ossauthd-compat.socket"),
    ])
    func `says which units are not there after the next start of the host`(
        files: [String], compat: String, names: String?
    ) {
        let daemon = unit(["ActiveState": "active", "UnitFileState": files[0]])
        let api = unit(
            ["ActiveState": "active", "UnitFileState": files[1], "RequiredBy": "ossauthd.service"],
            named: "ossauthd.socket")
        let other = unit(["ActiveState": "active", "WantedBy": compat], named: "ossauthd-compat.socket")
        let stopped = unit(["ActiveState": "inactive"], named: "ossauthd-metadata@a.socket")
        let finding = Finding.boot(daemon, [api, other, stopped])
        #expect(finding?.fix == names.map { "'systemctl enable \($0)'" })
        #expect(finding.map { $0.verdict == .doubtful } != false)
    }

    @Test func `asks the port of this host that systemd listens at`() {
        func port(_ listener: String, _ state: String = "active") -> UInt16? {
            unit(["ActiveState": state, "Listen": listener]).port
        }
        #expect(port("127.0.0.1:6770 (Stream)") == 6_770 && port("127.0.0.1:6770 (Stream)", "failed") == nil)
        #expect(
            port("/run/ossauthd/ossauthd.sock (Stream)") == nil && port("100.100.100.200:80 (Stream)") == nil)
    }

    @Test func `notices a timer whose metrics go nowhere`() throws {
        let timer = unit(["ActiveState": "active", "UnitFileState": "enabled"], named: "m.timer")
        #expect(Finding.metrics(timer, hasFolder: true) == nil)
        #expect(
            Finding.metrics(unit(["UnitFileState": "disabled"], named: "m.timer"), hasFolder: false) == nil)
        let finding = try #require(Finding.metrics(timer, hasFolder: false))
        #expect(finding.verdict == .doubtful && page([finding]).contains("prometheus-node-exporter"))
    }
}
