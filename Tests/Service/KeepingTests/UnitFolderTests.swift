import Kernel
import Testing

@testable import Keeping

struct UnitFolderTests {
    /// A `ReadWritePaths=` of a missing folder without a dash would keep the unit from starting.
    @Test(arguments: [
        ("/run/ossauthd-sinks", "ossauthd.service needs a drop-in with RuntimeDirectory=ossauthd-sinks"),
        ("/run/a/b", "ossauthd.service needs a drop-in with RuntimeDirectory=a/b"),
        ("/var/cache/tokens", "ossauthd.service needs a drop-in with CacheDirectory=tokens"),
        (
            "/srv/app",
            "/srv/app must belong to user ossauthd, and ossauthd.service needs a drop-in with ReadWritePaths=-/srv/app"
        ),
        (
            "/run",
            "/run must belong to user ossauthd, and ossauthd.service needs a drop-in with ReadWritePaths=-/run"
        ),
    ])
    func `names a drop-in with which the unit starts, whether the folder is there or not`(
        folder: String, advice: String
    ) {
        #expect(SystemError.dropIn(for: folder) == advice)
    }
}
