import Kernel
import TestSupport

/// A disk that stops answering and goes on when the test wants it, for which one must be root.
///
/// It is a file on another disk. While that one is frozen, all that would reach it waits: fsync does, and what stays in
/// memory does not.
final class StallingDisk {
    let path: String
    private let below: String
    /// Goes when nothing is mounted in it any more.
    private let folder: TemporaryDirectory

    init?() {
        guard ThisProcess.user == 0, let folder = try? TemporaryDirectory() else { return nil }
        self.folder = folder
        below = folder.appending("below")
        path = folder.appending("disk")
        guard run("mkdir", [below, path]),
            mount(folder.appending("image"), megabytes: 48, at: below),
            mount("\(below)/image", megabytes: 24, at: path)
        else { return nil }
    }

    deinit {
        goOn()
        // Also after an attempt that came only half way.
        _ = run("sh", ["-c", "umount -l \"$0\" 2>/dev/null; umount -l \"$1\" 2>/dev/null", path, below])
    }

    /// A file system in a new file.
    private func mount(_ image: String, megabytes: Int, at place: String) -> Bool {
        run("truncate", ["-s", "\(megabytes)M", image]) && run("/usr/sbin/mkfs.ext4", ["-q", "-F", image])
            && run("mount", ["-o", "loop", image, place])
    }

    func stall() throws {
        guard run("/usr/sbin/fsfreeze", ["-f", below]) else { throw SystemError(call: "fsfreeze", code: 0) }
    }

    func goOn() {
        _ = run("sh", ["-c", "/usr/sbin/fsfreeze -u \"$0\" 2>/dev/null", below])
    }

    private func run(_ name: String, _ arguments: [String]) -> Bool {
        guard var program = try? RunningProgram(name, arguments) else { return false }
        return (try? program.finish()) == .exited(0)
    }

    static let isPossible = StallingDisk() != nil
}
