import TestSupport
import Testing

@testable import Control

struct CheckReportTests {
    private func findings(_ text: String, isGood: Bool) -> [CheckReport.Finding] {
        CheckReport(text, isGood: isGood).findings
    }

    @Test func `has the place of each finding, also in a path with colons`() {
        let text = "/etc/a:1:b.conf:8:7: 'x' is none of: sign\n/etc/b.conf:1:1: warning: FILE:2:3: no\n"
        let places = [
            CheckReport.Place(file: "/etc/a:1:b.conf", line: 8, column: 7),
            CheckReport.Place(file: "/etc/b.conf", line: 1, column: 1),
        ]
        #expect(
            findings(text, isGood: false) == [
                CheckReport.Finding(severity: .error, place: places[0], message: "'x' is none of: sign"),
                CheckReport.Finding(severity: .warning, place: places[1], message: "FILE:2:3: no"),
            ])
    }

    @Test func `tells an error without a place from the words for a person`() {
        #expect(findings("the configuration is good: 1 profile\nroot does not see\n", isGood: true) == [])
        #expect(
            findings("cannot be read\n", isGood: false) == [
                CheckReport.Finding(severity: .error, place: nil, message: "cannot be read")
            ])
        #expect(findings("/a:1:2: no\nit goes on\n", isGood: false).map(\.severity) == [.error, .note])
    }
}
