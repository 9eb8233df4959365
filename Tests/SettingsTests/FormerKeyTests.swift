internal import Sections
internal import Settings
internal import Testing

/// Keys of earlier versions: a line that says what is true anyway must not cost a host its daemon.
struct FormerKeyTests {
    @Test(arguments: [
        ("[Daemon]\nAdminSocketMode=600\n", "2:1", "AdminSocketMode", "Daemon"),
        ("[Daemon]\nAdminSocketUser=root\n", "2:1", "AdminSocketUser", "Daemon"),
        ("[Daemon]\nApiSocketUser=alice\n", "2:1", "ApiSocketUser", "Daemon"),
        ("[Daemon]\nApiSocketUser=1000\n", "2:1", "ApiSocketUser", "Daemon"),
        ("[Profile p]\nSource=manual\nRefreshJitter=10%\n", "3:1", "RefreshJitter", "Profile"),
        ("[Profile p]\nSource=manual\nRetryInitial=1s\n", "3:1", "RetryInitial", "Profile"),
        (
            "[Profile p]\nSource=appserver\nURL=https://a\nMaxResponseSize=1M\n", "4:1", "MaxResponseSize",
            "Profile"
        ),
    ])
    func `with the value that holds are a warning`(text: String, place: String, key: String, section: String)
        throws
    {
        var environment = Environment.test
        environment.user = 1_000
        let files = [SourceFile(path: "a.conf", bytes: Array((text + "[Profile q]\nSource=manual\n").utf8))]
        let settings = try Settings(reading: files, environment: environment)
        #expect(
            settings.findings(about: files, in: environment).map(\.description) == [
                "a.conf:\(place): warning: \(key)= is gone from [\(section)], and this value is the one that holds: remove the line"
            ])
    }

    @Test(arguments: [
        (
            "[Daemon]\nAdminSocketMode=0660\n",
            "a.conf:2:1: AdminSocketMode= is gone from [Daemon]: the mode is 0600"
        ),
        (
            "[Daemon]\nApiSocketUser=staff\n",
            "a.conf:2:1: ApiSocketUser= is gone from [Daemon]: the socket belongs to the user of the daemon"
        ),
        (
            "[Profile p]\nSource=manual\nRefreshJitter=0%\n",
            "a.conf:3:1: RefreshJitter= is gone from [Profile]: a refresh is moved by up to 10% at random"
        ),
        (
            "[Profile p]\nSource=appserver\nURL=https://a\nPinnedPublicKey=sha256//AAAA\n",
            "a.conf:4:1: PinnedPublicKey= is gone from [Profile]: "
                + "let an authority of your own sign the server's certificate, and name it in CAFile="
        ),
        (
            "[Profile p]\nSource=manual\nRetryInitial=10s\n",
            "a.conf:3:1: RetryInitial= is gone from [Profile]: the first pause is a second, or RetryMax= if that is shorter"
        ),
    ])
    func `with another value are an error that says what holds`(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }
}
