import Kernel
import TestSupport

/// A file system that is there for a test, for which one must be root.
final class Mount {
    let path: String

    private init?(_ arguments: [String], at path: String) {
        guard ThisProcess.user == 0, run("mkdir", [path]), run("mount", arguments + [path]) else {
            return nil
        }
        self.path = path
    }

    deinit {
        _ = run("umount", ["-l", path])
    }

    /// It is full with so much.
    static func memory(kilobytes: Int, at path: String) -> Mount? {
        Mount(["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "none"], at: path)
    }

    /// It is in a file of another, which has no blocks before something is written: each takes a page there.
    static func disk(_ image: String, megabytes: Int, without feature: String? = nil, at path: String)
        -> Mount?
    {
        let features = feature.map { ["-O", "^\($0)"] } ?? []
        guard run("truncate", ["-s", "\(megabytes)M", image]),
            run("/usr/sbin/mkfs.ext4", ["-q", "-F", "-b", "4096"] + features + [image])
        else { return nil }
        return Mount(["-o", "loop", image], at: path)
    }

    /// Until not one byte more fits.
    func fill() {
        _ = run("sh", ["-c", "cat /dev/zero >\"$0/filler\" 2>/dev/null", path])
    }

    /// Takes away again what filled it.
    func makeRoom() {
        _ = run("rm", ["\(path)/filler"])
    }
}

/// Whether a program did what it is for.
func run(_ name: String, _ arguments: [String]) -> Bool {
    guard var program = try? RunningProgram(name, arguments) else { return false }
    return (try? program.finish()) == .exited(0)
}
