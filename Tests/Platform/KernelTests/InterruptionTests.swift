import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

struct InterruptionTests {
    @Test func `a call that signals interrupt goes on`() async {
        await #expect(processExitsWith: .success) {
            let text = try textFromInterruptedRead()
            precondition(text == "x")
        }
    }
}

/// The thread to interrupt, and the end of the pipe that lets it go on.
private struct Interruption {
    let reader: pthread_t
    let writingEnd: Int32
}

/// Reads from a pipe that gets its text and its end only after 200 signals.
private func textFromInterruptedRead() throws -> String {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    letSignalsInterrupt()
    let interruption = UnsafeMutablePointer<Interruption>.allocate(capacity: 1)
    unsafe interruption.initialize(to: Interruption(reader: pthread_self(), writingEnd: ends[1]))
    var thread = pthread_t()
    _ = unsafe pthread_create(&thread, nil, interrupt, interruption)
    defer { pthread_join(thread, nil) }
    return try File.contents(ofPipeOrFile: "/proc/self/fd/\(ends[0])", atMost: 10).string
}

private func letSignalsInterrupt() {
    // `signal` would have the kernel go on with the call by itself.
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in }
    _ = unsafe sigaction(SIGUSR1, &action, nil)
    // Threads that run tests block all signals.
    var signals = sigset_t()
    _ = unsafe sigaddset(&signals, SIGUSR1)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

private func interrupt(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let interruption = unsafe argument?.load(as: Interruption.self) else { return nil }
    unsafe argument?.deallocate()
    for _ in 0..<200 {
        pthread_kill(interruption.reader, SIGUSR1)
        usleep(1_000)
    }
    _ = unsafe write(interruption.writingEnd, "x", 1)
    close(interruption.writingEnd)
    return nil
}
