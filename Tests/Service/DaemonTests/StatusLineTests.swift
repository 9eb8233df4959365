import EventLoop
import Records
import TestSupport
import Testing
import Time

@testable import Daemon

/// The status that systemd gets, on a real loop.
struct StatusLineTests {
    private final class SentLines {
        var count = 0
        var last = Instant(nanosecondsSinceBoot: 0)
    }

    @Test func `the status is sent at once, then once a second, and the last change is never lost`() throws {
        let loop = try EventLoop()
        let clock = Clock()
        let sent = SentLines()
        let line = try StatusLine(on: loop, clock: clock) {
            sent.count += 1
            sent.last = clock.now().boot
        }
        let start = clock.now().boot
        for _ in 0..<1_000 {
            line.change()
            while try loop.runOnce(timeout: .zero) {}
        }
        // On a host that is busy the changes themselves may take longer than the pause.
        let pauses = Int((clock.now().boot - start).wholeSeconds)
        #expect((1...1 + pauses).contains(sent.count))
        // One that came just when the pause was over was sent at once.
        var before = sent.count
        line.change()
        while sent.count > before {
            before = sent.count
            line.change()
        }
        let isTold = try eventually {
            _ = try loop.runOnce(timeout: .milliseconds(10))
            return sent.count == before + 1
        }
        #expect(isTold && clock.now().boot - start >= .seconds(1))
        let last = sent.last
        line.change()
        #expect(sent.count == before + 1 || clock.now().boot - last >= .seconds(1))
    }
}
