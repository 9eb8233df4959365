import CommandLine
import Control
import Testing

/// The findings from the states of units.
struct UnitFindingsTests {
    private func page(_ findings: [Finding]) -> String {
        FindingsPage(Ink(isColoured: false)).text(of: findings)
    }

    private func unit(_ properties: [String: String], named name: String = "ossauthd.service") -> UnitState {
        UnitState(properties.merging(["Id": name]) { $1 })
    }

    @Test(arguments: [
        (["ActiveState": "active"], Finding.Verdict.good, "ossauthd.service is active"),
        (["ActiveState": "active", "NRestarts": "3"], .good, "ossauthd.service is active"),
        (["ActiveState": "inactive"], .doubtful, "'systemctl enable --now ossauthd'"),
        (["ActiveState": "failed", "Result": "exit-code"], .bad, "has failed fix: correct what 'journalctl"),
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
            .bad, "restarts again and again: status 78 at last fix: correct what 'journalctl"
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
        (["ActiveState": "activating", "SubState": "start", "NRestarts": "0"], .doubtful, "is activating"),
    ])
    func `has a remedy for each state of the unit`(
        properties: [String: String], verdict: Finding.Verdict, words: String
    ) {
        let finding = Finding.unit(unit(properties))
        let text = page([finding]).split { $0.isWhitespace }.joined(separator: " ")
        #expect(finding.verdict == verdict && text.contains(words), "\(text)")
    }

    @Test func `has the errors of the journal for a unit that does not start`() {
        let failing = unit(["ActiveState": "activating", "SubState": "auto-restart", "ExecMainStatus": "226"])
        let errors = ["Failed to set up mount namespacing: /run/x", "Failed at step NAMESPACE"]
        let text = page([.unit(failing, errors: errors)]).split { $0.isWhitespace }.joined(separator: " ")
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

    @Test func `knows nothing of units without systemd`() {
        #expect(Finding.unit(nil).verdict == .unknown)
    }

    @Test func `names the sockets that are enabled and not active, and a limit that they reached`() throws {
        func socket(_ name: String, _ state: String, _ file: String, _ result: String = "success")
            -> UnitState
        {
            unit(["ActiveState": state, "UnitFileState": file, "Result": result], named: name)
        }
        let well = [
            socket("a.socket", "active", "enabled"), socket("b.socket", "inactive", "disabled"),
            socket("c.socket", "active", "enabled-runtime"),
        ]
        #expect(Finding.sockets(well) == nil)
        let stopped = try #require(Finding.sockets(well + [socket("d.socket", "inactive", "enabled")]))
        #expect(stopped.verdict == .bad)
        #expect(page([stopped]).contains("enabled and not active: d.socket"))
        #expect(page([stopped]).contains("fix: 'systemctl start d.socket'"))
        for result in ["service-start-limit-hit", "start-limit-hit", "trigger-limit-hit"] {
            let limited = try #require(Finding.sockets([socket("e.socket", "failed", "enabled", result)]))
            #expect(
                page([limited]).contains("'systemctl reset-failed e.socket', then 'systemctl start e.socket'")
            )
        }
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
