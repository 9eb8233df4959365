import EventLoop
import Glibc
import Kernel
import Systemd
import TestSupport
import Testing

@testable import Daemon

// Each in a process of its own, because the environment belongs to the whole process.
struct WatchdogTests {
    @Test func `tells the service manager at once, and again and again`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            _ = unsafe setenv("WATCHDOG_USEC", "20000", 1)
            let loop = try EventLoop()
            let watchdog = try Watchdog(on: loop)
            let first = try manager.next().text
            precondition(watchdog != nil && first == "WATCHDOG=1\n")
            for _ in 0..<3 {
                let isTold = try eventually {
                    _ = try loop.runOnce(timeout: .milliseconds(20))
                    return (try? manager.next().text) == "WATCHDOG=1\n"
                }
                precondition(isTold)
            }
            // Once for each half of the period, however long the loop did not run.
            let before = KernelClock.bootNanoseconds()
            var count = 0
            while KernelClock.bootNanoseconds() < before + 100_000_000 {
                _ = try loop.runOnce(timeout: .milliseconds(1))
                if (try? manager.next()) != nil { count += 1 }
            }
            let passed = (KernelClock.bootNanoseconds() - before) / 10_000_000
            precondition(count >= 1 && count <= passed + 1)
        }
    }

    @Test func `there is no watchdog if the service manager wants none, or means another process`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            let loop = try EventLoop()
            let unasked = try Watchdog(on: loop)
            _ = unsafe setenv("WATCHDOG_USEC", "20000", 1)
            _ = unsafe setenv("WATCHDOG_PID", "1", 1)
            let other = try Watchdog(on: loop)
            precondition(unasked == nil && other == nil && (try? manager.next()) == nil)
            _ = unsafe setenv("WATCHDOG_PID", "\(ThisProcess.number)", 1)
            let own = try Watchdog(on: loop)
            precondition(own != nil && (try? manager.next()) != nil)
        }
    }

    @Test func `a manager that hangs does not stop the loop, and hears of us when it reads again`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            _ = unsafe setenv("WATCHDOG_USEC", "2000", 1)
            let loop = try EventLoop()
            let watchdog = try Watchdog(on: loop)
            // More than any kernel keeps for one who does not read.
            for _ in 0..<1_000 {
                let hasTurned = try loop.runOnce(timeout: patience)
                precondition(hasTurned)
            }
            var kept = 0
            while (try? manager.next()) != nil { kept += 1 }
            precondition(kept > 0 && kept < 1_000)
            let isTold = try eventually {
                _ = try loop.runOnce(timeout: .milliseconds(20))
                return (try? manager.next().text) == "WATCHDOG=1\n"
            }
            precondition(isTold)
            withExtendedLifetime(watchdog) {}
        }
    }

    /// Else one message that found no room would be the end of a daemon that is well.
    @Test func `a message that found no room is sent again long before the watchdog expires`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            let loop = try EventLoop()
            while (try? ServiceManager.notify(.status(""))) != nil {}
            _ = unsafe setenv("WATCHDOG_USEC", "16000000", 1)
            let watchdog = try Watchdog(on: loop)
            while (try? manager.next()) != nil {}
            let before = KernelClock.bootNanoseconds()
            let isTold = try eventually {
                _ = try loop.runOnce(timeout: .milliseconds(20))
                return (try? manager.next().text) == "WATCHDOG=1\n"
            }
            precondition(isTold && KernelClock.bootNanoseconds() - before < 8_000_000_000)
            withExtendedLifetime(watchdog) {}
        }
    }
}
