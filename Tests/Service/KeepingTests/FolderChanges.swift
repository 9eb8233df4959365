import Glibc
import Kernel
import Records

@testable import Keeping

/// The changes of names in a folder, as the kernel reports them.
struct FolderChanges: ~Copyable {
    struct Change {
        let name: String
        let mask: UInt32
    }

    private let queue: Descriptor

    /// `mask`: the events to report (inotify(7)).
    init(of folder: String, _ mask: Int32) throws {
        queue = Descriptor(owning: inotify_init1(O_NONBLOCK | O_CLOEXEC))
        guard unsafe inotify_add_watch(queue.number, folder, UInt32(mask)) >= 0 else {
            throw SystemError(call: "inotify_add_watch", code: errno, path: folder)
        }
    }

    /// Those until now.
    func all() -> [Change] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let number = queue.number
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
        var changes: [Change] = []
        var start = 0
        while start < count {
            let head = unsafe bytes.withUnsafeBytes { room in
                unsafe room.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            }
            start += MemoryLayout<inotify_event>.size
            // Zeros fill the room of the name.
            let name = bytes[start..<start + Int(head.len)].prefix { $0 != 0 }
            changes.append(Change(name: String(decoding: name, as: UTF8.self), mask: head.mask))
            start += Int(head.len)
        }
        return changes
    }
}
