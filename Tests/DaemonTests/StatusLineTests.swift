import EventLoop
import TestSupport
import Testing
import Time

@testable import Daemon

/// What systemd is told, on a real loop.
struct StatusLineTests {
    private final class Told {
        var count = 0
        var last = Instant(nanosecondsSinceBoot: 0)
    }

    @Test func `is told at once, then once a second, and the last change is never lost`() throws {
        let loop = try EventLoop()
        let clock = Clock()
        let told = Told()
        let line = try StatusLine(on: loop, clock: clock) {
            told.count += 1
            told.last = clock.now().boot
        }
        let start = clock.now().boot
        for _ in 0..<1_000 {
            line.change()
            while try loop.runOnce(timeout: .zero) {}
        }
        // On a host that is busy the changes themselves may take longer than the pause.
        let pauses = Int((clock.now().boot - start).wholeSeconds)
        #expect((1...1 + pauses).contains(told.count))
        // One that came just when the pause was over was told at once.
        var before = told.count
        line.change()
        while told.count > before {
            before = told.count
            line.change()
        }
        let isTold = try eventually {
            _ = try loop.runOnce(timeout: .milliseconds(10))
            return told.count == before + 1
        }
        #expect(isTold && clock.now().boot - start >= .seconds(1))
        let last = told.last
        line.change()
        #expect(told.count == before + 1 || clock.now().boot - last >= .seconds(1))
    }
}
