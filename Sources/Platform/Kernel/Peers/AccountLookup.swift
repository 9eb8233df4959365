internal import Glibc

/// Calls one of the `get…_r` functions with as much room as it turns out to need.
func lookUp<Entry, Found>(
    _ call: StaticString,
    _ function: (
        _ entry: UnsafeMutablePointer<Entry>, _ room: UnsafeMutablePointer<CChar>, _ size: Int,
        _ found: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32,
    reading read: (Entry) -> Found
) throws(SystemError) -> Found? {
    var size = 1_024
    while true {
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        defer {
            unsafe entry.deallocate()
            unsafe room.deallocate()
        }
        var found: UnsafeMutablePointer<Entry>?
        let code = unsafe function(entry, room, size, &found)
        switch code {
        case 0: return unsafe found.map { unsafe read($0.pointee) }
        case EINTR: continue
        case ERANGE: size *= 2
        // What the manual lists as "not found" besides 0.
        case ENOENT, ESRCH, EBADF, EPERM: return nil
        default: throw SystemError(call: call, code: code)
        }
    }
}
