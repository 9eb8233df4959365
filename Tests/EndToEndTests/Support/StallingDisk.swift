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
        guard run("/usr/sbin/fsfreeze", ["-f", below.path]) else {
            throw SystemError(call: "fsfreeze", code: 0)
        }
    }

    func goOn() {
        _ = run("sh", ["-c", "/usr/sbin/fsfreeze -u \"$0\" 2>/dev/null", below.path])
    }

    static let isPossible = StallingDisk() != nil
}
