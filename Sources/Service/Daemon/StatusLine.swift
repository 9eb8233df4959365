internal import EventLoop
internal import Kernel
internal import Time

/// What `systemctl status` shows of us, told at most once a second: it speaks of every profile, and where there are thousands
/// one of them always has news.
final class StatusLine {
    private static let pause = Duration.seconds(1)

    private let clock: Clock
    private let tell: () -> Void
    private var timer: Timer?
    private var quietUntil = Instant(nanosecondsSinceBoot: 0)
    private var isOwed = false

    init(on loop: EventLoop, clock: Clock, tell: @escaping () -> Void) throws(SystemError) {
        self.clock = clock
        self.tell = tell
        timer = try Timer(on: loop) { [unowned self] in proceed() }
    }

    /// Something that it speaks of has changed.
    func change() {
        guard !isOwed else { return }
        isOwed = true
        guard clock.now().boot < quietUntil else { return proceed() }
        timer?.arm(atBootNanoseconds: quietUntil.nanosecondsSinceBoot)
    }

    private func proceed() {
        isOwed = false
        quietUntil = clock.now().boot + StatusLine.pause
        tell()
    }
}
