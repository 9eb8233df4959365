internal import Bytes
internal import Kernel

/// The user names in `/etc/passwd`, so that records can name a caller without asking the network.
///
/// Read when the first name is needed, and again after a reload.
struct LocalUsers {
    /// Far larger than that file is on any host.
    private static let maximumSize = 1_048_576

    private let path: String
    private var names: [UInt32: String]?

    init(at path: String = "/etc/passwd") {
        self.path = path
    }

    /// `nil` for users of directories and for numbers without a name.
    mutating func name(of user: UInt32) -> String? {
        let names = names ?? read()
        self.names = names
        return names[user]
    }

    mutating func removeAll() {
        names = nil
    }

    private func read() -> [UInt32: String] {
        guard let file = try? File.contents(of: path, atMost: LocalUsers.maximumSize) else { return [:] }
        var names: [UInt32: String] = [:]
        for line in String(copying: file.span).split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 3, let user = UInt32(parts[2]), !parts[0].isEmpty else { continue }
            // Of two names the first one is valid, as with getpwuid.
            if names[user] == nil { names[user] = String(parts[0]).onOneLine }
        }
        return names
    }
}
