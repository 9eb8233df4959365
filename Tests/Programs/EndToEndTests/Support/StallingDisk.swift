import Kernel
import TestSupport

/// A disk that stops answering and goes on when the test wants it, for which one must be root.
///
/// It is a file on another disk. While that one is frozen, all that would reach it waits: fsync does, and what stays in
/// memory does not.
final class StallingDisk {
    private let disk: Mount
    private let below: Mount
    /// Goes when nothing is mounted in it any more.
    private let folder: TemporaryDirectory
    /// Thaws the disk as soon as this process ends, however it ends: nothing else ends those that wait for the disk.
    private var watchdog: RunningProgram?

    init?() {
        guard let folder = try? TemporaryDirectory(),
            let below = Mount.disk(folder.appending("image"), megabytes: 48, at: folder.appending("below")),
            let disk = Mount.disk("\(below.path)/image", megabytes: 24, at: folder.appending("disk"))
        else { return nil }
        self.folder = folder
        self.below = below
        self.disk = disk
    }

    deinit {
        goOn()
    }

    var path: String { disk.path }

    func stall() throws {
        // Its input ends with this process; in a session of its own it outlives the others of a run that is cut off.
        watchdog = try RunningProgram(
            "setsid", ["sh", "-c", "read -r line; exec /usr/sbin/fsfreeze -u \"$0\"", below.path])
        guard run("/usr/sbin/fsfreeze", ["-f", below.path]) else {
            throw SystemError(call: "fsfreeze", code: 0)
        }
    }

    func goOn() {
        _ = run("sh", ["-c", "/usr/sbin/fsfreeze -u \"$0\" 2>/dev/null", below.path])
        watchdog = nil
    }

    static let isPossible = StallingDisk() != nil
}
