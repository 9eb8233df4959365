import Bytes
import Glibc
import Kernel
import Systemd
import TestSupport
import Testing

// Each in a process of its own, because the environment belongs to the whole process.
struct ServiceManagerTests {
    @Test func `tells several things in one message`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            let wasTold = try ServiceManager.notify(.ready, .status("3 profiles"))
            precondition(wasTold)
            let message = try manager.next()
            precondition(message.text == "READY=1\nSTATUS=3 profiles\n" && message.control == 0)
        }
    }

    @Test func `reports when the reload began`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            let before = KernelClock.monotonicMicroseconds()
            try ServiceManager.notify(.reloading)
            let lines = try manager.next().text.split(separator: "\n")
            let time = lines[1].split(separator: "=")
            precondition(lines[0] == "RELOADING=1" && time[0] == "MONOTONIC_USEC")
            let stamp = Int64(time[1]) ?? 0
            precondition(stamp >= before && stamp <= KernelClock.monotonicMicroseconds())
        }
    }

    @Test func `reports that it is stopping`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            try ServiceManager.notify(.stopping)
            let text = try manager.next().text
            precondition(text == "STOPPING=1\n")
        }
    }

    @Test func `a line break in a status begins no other message`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            try ServiceManager.notify(.status("a\nMAINPID=1\r\n\u{7F}ä"))
            let text = try manager.next().text
            precondition(text == "STATUS=a MAINPID=1   ä\n")
        }
    }

    @Test func `without a manager nothing is sent and nothing fails`() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe unsetenv("NOTIFY_SOCKET")
            let wasTold = try ServiceManager.notify(.ready)
            precondition(!wasTold)
        }
    }

    @Test func `hands over an open file under its name`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            let file = try MemoryFile.make(named: "token", containing: "x".utf8Span.span)
            try ServiceManager.keep(file, named: "profile-main")
            let message = try manager.next()
            precondition(message.text == "FDSTORE=1\nFDPOLL=0\nFDNAME=profile-main\n")
            // One descriptor: a header of 16 bytes, a number of 4, rounded up to 8.
            precondition(message.control == 24)
            try ServiceManager.forget(named: "profile-main")
            let forgotten = try manager.next()
            precondition(forgotten.text == "FDSTOREREMOVE=1\nFDNAME=profile-main\n" && forgotten.control == 0)
        }
    }

    @Test(arguments: ["", "a:b", "a\nb", "ä", String(repeating: "x", count: 256)])
    func `refuses a name that systemd would ignore silently`(name: String) {
        let error = #expect(throws: SystemError.self) { try ServiceManager.forget(named: name) }
        #expect(error?.code == EINVAL)
    }
}
