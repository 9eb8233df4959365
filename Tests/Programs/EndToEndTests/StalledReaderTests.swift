import Glibc
import Kernel
import TestSupport
import Testing

/// Readers of the output of the daemon that do not read it: the daemon answers all the same.
struct StalledReaderTests {
    @Test func `the daemon answers while its standard error is a pipe that is not read`() throws {
        let home = try Home("Audit=yes", profiles: manualProfile())
        let reader = try makePipe(at: home.log)
        var daemon = try RunningDaemon(home)
        try daemon.give()
        let client = try daemon.connect()
        // A pipe has room for some 500 of them.
        for _ in 0..<2_000 {
            #expect(try client.ask("POST", "/v1/sign", Question.sign).status == 200)
        }
        #expect(try daemon.stop() == .exited(0))
        #expect(try told(in: text(in: reader)) > 0)
    }

    @Test func `lines that were not read in time come later, or are counted`() throws {
        let home = try Home("Audit=yes", profiles: manualProfile())
        let reader = try makePipe(at: home.log)
        let daemon = try RunningDaemon(home)
        try daemon.give()
        let client = try daemon.connect()
        let count = 2_000
        for _ in 0..<count {
            #expect(try client.ask("POST", "/v1/sign", Question.sign).status == 200)
        }
        var log = ""
        let isComplete = try eventually {
            log += try text(in: reader)
            return told(in: log) == count
        }
        #expect(isComplete, "\(told(in: log)) of \(count)")
    }

    @Test func `systemd hangs while it should hear that the daemon does not`() throws {
        let daemon = try RunningDaemon(
            Home(profiles: manualProfile()), environment: ["WATCHDOG_USEC=20000"])
        let client = try daemon.connect()
        let start = KernelClock.bootNanoseconds()
        // Time for a hundred messages, of which the kernel keeps few.
        while KernelClock.bootNanoseconds() < start + 1_000_000_000 {
            #expect(try client.ask("GET", "/v1/status").status == 200)
        }
        try daemon.manager.collect()
        for _ in 0..<2 { _ = try daemon.manager.next { $0.contains("WATCHDOG=1") } }
    }

    /// Open at both ends, for a pipe without a reader would say so.
    private func makePipe(at path: String) throws -> Descriptor {
        try SystemError.check(unsafe mkfifo(path, 0o600), "mkfifo", path)
        return Descriptor(owning: unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    }

    private func text(in pipe: borrowing Descriptor) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var text = ""
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { room in
                unsafe read(pipe.number, room.baseAddress, room.count)
            }
            guard count > 0 else { return text }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// How many decisions are recorded or counted.
    private func told(in log: String) -> Int {
        var told = 0
        for line in log.split(separator: "\n") {
            if line.firstRange(of: " operation=sign ") != nil { told += 1 }
            if let count = line.firstMatch(of: /\ count=([0-9]+)/).flatMap({ Int($0.1) }) {
                told += count
            }
        }
        return told
    }
}
