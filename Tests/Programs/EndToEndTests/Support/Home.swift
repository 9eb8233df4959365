import Bytes
import Kernel
import TestSupport

/// The private directory of one daemon: its configuration, its sockets and its cache.
final class Home {
    private let directory = try? TemporaryDirectory()
    var path: String { directory?.path ?? "" }
    var api: String { "\(path)/api.sock" }
    var admin: String { "\(path)/admin.sock" }
    var cache: String { "\(path)/cache" }
    var configuration: String { "\(path)/ossauthd.conf" }
    var log: String { "\(path)/log" }

    static let user = name("-un")
    private static let group = name("-gn")

    /// Of this process, in the words of `id`.
    private static func name(_ option: String) -> String {
        guard var id = try? RunningProgram("id", [option]) else { return "" }
        return (try? id.readLine()) ?? ""
    }

    /// Whether no daemon is left here.
    ///
    /// A helper that a killed one was just starting holds its locks until it has become that helper.
    func isForsaken() throws -> Bool {
        let lock = try LockFile.open("\(api).lock")
        guard try lock.tryLock() else { return false }
        // Closing it would not do: a child that another test starts at the same time holds it too.
        try lock.unlock()
        return true
    }

    static let access = """
        [Access tests]
        Match=uid:\(ThisProcess.user)
        Profile=*
        Allow=sign presign post-policy sign-string status
        Version=v4 v1
        """

    /// `daemon`: further lines of its section.
    init(
        _ daemon: String = "", profiles: String, access: String = Home.access, cache: String? = nil
    ) throws {
        guard directory != nil else { throw SystemError(call: "mkdir", code: 0) }
        try configure(daemon, profiles: profiles, access: access, cache: cache)
    }

    func configure(
        _ daemon: String = "", profiles: String, access: String = Home.access, cache: String? = nil
    ) throws {
        try write(
            configuration,
            """
            [Daemon]
            ApiSocket=\(api)
            ApiSocketMode=0600
            ApiSocketGroup=\(Home.group)
            AdminSocket=\(admin)
            AdminSocketGroup=\(Home.group)
            CacheDirectory=\(cache ?? self.cache)
            \(daemon)
            \(profiles)
            \(access)
            """)
    }
}

/// Writes a file that is there whole or not at all.
func write(_ path: String, _ text: String) throws {
    try File.replace(path, with: text.utf8Span.span)
}

func read(_ path: String) throws -> String {
    let contents = try File.contents(of: path, atMost: 1 << 24)
    return String(copying: contents.span)
}

/// A profile that gets its tokens from an AppServer.
func profile(_ name: String, from url: String, _ more: String = "") -> String {
    """
    [Profile \(name)]
    Source=appserver
    URL=\(url)
    Region=cn-hangzhou
    Endpoint=https://oss-cn-hangzhou.aliyuncs.com
    \(more)

    """
}

/// A profile that is given its token by the test.
func manualProfile(_ name: String = "main", _ more: String = "") -> String {
    """
    [Profile \(name)]
    Source=manual
    Region=cn-hangzhou
    Endpoint=https://oss-cn-hangzhou.aliyuncs.com
    \(more)

    """
}
