import TestSupport

/// A disk that loses what it took, of which only fsync tells, for which one must be root.
///
/// It is a file in memory that has room for a part of it. When that is used up, what is written waits in the cache of the
/// kernel as always, and then has no place to go. Without a journal the disk goes on when there is room again.
final class FailingDisk {
    private let disk: Mount
    private let below: Mount
    /// Goes when nothing is mounted in it any more.
    private let folder: TemporaryDirectory

    init?() {
        guard let folder = try? TemporaryDirectory(),
            let below = Mount.memory(kilobytes: 8_192, at: folder.appending("below")),
            let disk = Mount.disk(
                "\(below.path)/image", megabytes: 24, without: "has_journal", at: folder.appending("disk"))
        else { return nil }
        self.folder = folder
        self.below = below
        self.disk = disk
    }

    var path: String { disk.path }

    /// Earlier writes are safe.
    func fail() {
        _ = run("sync", ["-f", path])
        below.fill()
    }

    func recover() { below.makeRoom() }

    static let isPossible = FailingDisk() != nil
}
