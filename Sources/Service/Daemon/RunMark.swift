internal import Bytes
internal import Kernel
internal import Systemd

/// An empty file that systemd keeps while we run; who finds one at the start follows a process that was killed or
/// crashed.
enum RunMark {
    private static let name = "running"

    /// Whether the process before us left its mark.
    static func wasLeft(in passed: inout PassedDescriptors) -> Bool {
        var wasLeft = false
        while passed.take(named: name) != nil { wasLeft = true }
        return wasLeft
    }

    /// Sets ours, in place of the one that was left.
    static func set(replacing wasLeft: Bool) throws(SystemError) {
        if wasLeft { try remove() }
        try ServiceManager.keep(
            try MemoryFile.make(named: "ossauthd-running", containing: Span()), named: name)
    }

    /// The end that was meant.
    static func remove() throws(SystemError) {
        try ServiceManager.forget(named: name)
    }
}
