import Kernel
import Settings
import TestSupport
import Testing

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// What `--check` says of a configuration that is right and will not go as it should.
struct WarningTests {
    private let house: House

    init() throws {
        house = try House()
    }

    /// `user`: as which the unit runs the daemon; `nil`: it is not known.
    private func warnings(_ configuration: String, user: String? = nil) throws -> [String] {
        let files = [
            SourceFile(path: "a.conf", bytes: Array(configuration.utf8)),
            SourceFile(path: "b.conf", bytes: Array("[Profile last]\nSource=manual\n".utf8)),
        ]
        let settings = try Settings(reading: files, environment: Environment())
        let unit = user.flatMap { ServiceUnit(["LoadState": "loaded", "User": $0]) }
        return settings.findings(about: files, in: Environment(), with: settings.remarks(for: unit))
            .map(\.description)
    }

    @Test(arguments: [0, 31, 33])
    func `a key of another length is reported with both lengths`(length: Int) throws {
        let path = try house.write(String(repeating: "k", count: length), to: "key")
        let warnings = try warnings("[Daemon]\nCacheKey=\(path)\n")
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.hasPrefix(
                "a.conf:2:10: warning: CacheKey=\(path) has \(length) bytes and must have 32") == true)
    }

    @Test func `a key that is not there is reported, one that is right is not`() throws {
        let path = house.directory.appending("key")
        let missing = try warnings("[Daemon]\nCacheKey=\(path)\n")
        #expect(missing.count == 1)
        #expect(missing.first?.hasPrefix("a.conf:2:10: warning: ") == true)
        #expect(missing.first?.contains(path) == true)
        _ = try house.write(String(repeating: "k", count: 32), to: "key")
        #expect(try warnings("[Daemon]\nCacheKey=\(path)\n") == [])
    }

    /// A role's token lives as long as the configuration asks for: half an hour with 45 % left is 13 minutes.
    @Test(arguments: [("10min", 0), ("13min", 0), ("14min", 1), ("2h", 1)])
    func `an outage that a role's tokens cannot outlive is reported before there is one`(
        target: String, count: Int
    )
        throws
    {
        let warnings = try warnings(
            """
            [Profile key]
            Source=manual
            [Profile role]
            Source=assume-role
            Via=key
            RoleArn=acs:ram::1:role/r
            RoleSessionName=session
            STSEndpoint=https://sts.cn-hangzhou.aliyuncs.com
            Duration=30min
            AvailabilityTarget=\(target)

            """)
        #expect(warnings.count == count)
        if count > 0 {
            #expect(warnings[0].hasPrefix("a.conf:10:20: warning: AvailabilityTarget=: an outage of "))
        }
    }

    private static let region = "a request that names no more than bucket and key is refused: region: "
    private static let place = "a request that names no more than bucket and key is refused: profile p: "
    private static let domain = "the host is none of aliyuncs.com, and URLs get the bucket in front of it; "

    /// An endpoint that every request would have to make up for.
    @Test(arguments: [
        ("https://static.example.com\nAddressing=cname", region),
        ("10.0.0.1", region), ("oss-cn-hzjbp-a.aliyuncs.com", region),
        ("media.oss-cn-hangzhou.aliyuncs.com", place + "endpoint: must not begin with the name of a bucket"),
        ("media.oss-cn-hangzhou-internal.aliyuncs.com:80\nRegion=cn-hangzhou", place + "endpoint: must"),
        ("oss-cn-hangzhou\nRegion=cn-hangzhou", place + "endpoint: a host of OSS has a domain"),
        (
            "oss-cn-hangzhou.aliyuncs.com\nRegion=cn-shanghai",
            place + "region: is not the region of the endpoint"
        ),
        ("media.oss-cn-hangzhou.aliyuncs.com\nAddressing=cname", region),
        ("media.oss-cn-hangzhou.aliyuncs.com\nAddressing=cname\nRegion=cn-hangzhou", nil),
        ("static.example.com\nSignatureVersion=v1", domain), ("https://static.example.com:443", region),
        ("https://static.example.com:443\nRegion=cn-hangzhou", domain),
        ("static.example.com\nSignatureVersion=v1\nAddressing=cname", nil),
        ("oss.example.com\nCloudBoxID=cb-1\nAddressing=virtual", nil),
        ("notaliyuncs.com\nSignatureVersion=v1", domain), ("localhost:1\nRegion=cn-hangzhou", nil),
        ("cn-hangzhou.oss-internal.aliyuncs.com", nil), ("oss-cn-hangzhou-internal.aliyuncs.com", nil),
        ("oss.aliyuncs.com", nil), ("http://127.0.0.1:1\nRegion=cn-hangzhou", nil),
    ])
    func `an endpoint that cannot be meant so is reported`(lines: String, message: String?) throws {
        let warnings = try warnings("[Profile p]\nSource=manual\nEndpoint=\(lines)\n")
        #expect(warnings.count == (message == nil ? 0 : 1), "\(warnings)")
        if let message {
            #expect(warnings.first?.hasPrefix("a.conf:3:10: warning: \(message)") == true, "\(warnings)")
        }
    }

    /// Such a profile hands out credentials, or its requests say where they go.
    @Test func `a profile without an endpoint is reported nothing`() throws {
        #expect(try warnings("[Profile p]\nSource=manual\n") == [])
    }

    @Test(arguments: [
        ("static", "AccessKeyIDFile=FILE\nAccessKeySecretFile=key", 3),
        ("static", "AccessKeyIDFile=key\nAccessKeySecretFile=FILE", 4),
        ("appserver", "Authorization=bearer\nTokenFile=FILE\nURL=https://a.example/", 4),
        ("appserver", "CAFile=FILE\nURL=https://a.example/", 3),
        ("appserver", "Decoder=FILE -x\nURL=https://a.example/", 3),
        ("remote-signer", "AccessKeyID=a\nURL=https://a.example/\nClientKey=FILE\nClientCertificate=/", 5),
        ("process", "Command=FILE a", 3),
    ])
    func `a file that is not there is reported, one that is there is not`(
        source: String, lines: String, line: Int
    ) throws {
        let path = house.directory.appending("file")
        let text = "[Profile p]\nSource=\(source)\n\(lines.replacing("FILE", with: path))\n"
        let found = try warnings(text)
        #expect(found.count == 1 && found[0].hasPrefix("a.conf:\(line):"), "\(found)")
        #expect(found.first?.hasSuffix("warning: \(path) is not there") == true, "\(found)")
        _ = try house.write("x", to: "file")
        #expect(try warnings(text) == [])
    }

    /// No other user can reach a file in a folder that only its owner may enter, regardless of its mode.
    @Test(arguments: [
        ("static", "AccessKeyIDFile=/etc/hostname\nAccessKeySecretFile=FILE", 4),
        ("static", "AccessKeyIDFile=FILE\nAccessKeySecretFile=/etc/shadow", nil),
        ("appserver", "Authorization=bearer\nTokenFile=FILE\nURL=https://a.example/", 4),
        ("appserver", "ClientKey=FILE\nClientCertificate=/etc/hostname\nURL=https://a.example/", 3),
        ("appserver", "CAFile=FILE\nURL=https://a.example/", nil),
    ])
    func `a secret that every user can read is reported`(source: String, lines: String, line: Int?) throws {
        let path = try house.write("x", to: "file")
        let text = "[Profile p]\nSource=\(source)\n\(lines.replacing("FILE", with: path))\n"
        try setMode(0o644, of: path)
        #expect(try warnings(text) == [])
        try setMode(0o711, of: house.directory.path)
        let found = try warnings(text)
        #expect(found.count == (line == nil ? 0 : 1), "\(found)")
        if let line {
            #expect(found.first?.hasPrefix("a.conf:\(line):") == true, "\(found)")
            #expect(found.first?.contains(": warning: every user of this host can read \(path);") == true)
        }
        try setMode(0o640, of: path)
        #expect(try warnings(text) == [])
    }

    @Test func `a key of the cache that every user can read is reported`() throws {
        let path = try house.write(String(repeating: "k", count: 32), to: "key")
        try setMode(0o711, of: house.directory.path)
        try setMode(0o604, of: path)
        #expect(
            try warnings("[Daemon]\nCacheKey=\(path)\n").map { $0.prefix(54) } == [
                "a.conf:2:10: warning: every user of this host can read"
            ])
    }

    @Test func `the folder of a sink that is not there is reported`() throws {
        let text = "[Sink s]\nProfile=last\nFormat=env\nPath=\(house.directory.path)/new/file\n"
        #expect(
            try warnings(text) == [
                "a.conf:4:6: warning: \(house.directory.path)/new is not there: "
                    + "the file is not written until that folder exists"
            ])
        try File.makeDirectory(house.directory.appending("new"), mode: 0o700)
        #expect(try warnings(text) == [])
    }

    /// The daemon makes one folder, not two.
    @Test func `warns of a cache that cannot be made`() throws {
        let folder = house.directory.appending("new")
        #expect(
            try warnings("[Daemon]\nCacheDirectory=\(folder)/cache\n") == [
                "a.conf:2:16: warning: \(folder) is not there, so \(folder)/cache cannot be made and no token is cached"
            ])
        #expect(try warnings("[Daemon]\nCacheDirectory=\(folder)\n") == [])
    }

    private static let daemonCannot = "warning: user nobody, as which the unit runs, cannot read "
    private static let exchangeCannot = "warning: the exchange, which runs as a user of its own, cannot read "

    /// Each file is read by one of two users, neither of which checks.
    @Test(
        arguments: [
            ("static", "AccessKeyIDFile=/etc/hostname\nAccessKeySecretFile=FILE", daemonCannot, 0o640),
            (
                "appserver", "Authorization=bearer\nTokenFile=FILE\nURL=https://a.example/", exchangeCannot,
                0o604
            ),
            ("appserver", "CAFile=FILE\nURL=https://a.example/", exchangeCannot, 0o604),
            ("process", "Command=FILE", exchangeCannot, 0o711),
        ] as [(String, String, String, UInt32)])
    func `a file that the user of the unit cannot read is reported`(
        source: String, lines: String, cannot: String, mode: UInt32
    ) throws {
        let path = try house.write("x", to: "file")
        let text = "[Profile p]\nSource=\(source)\n\(lines.replacing("FILE", with: path))\n"
        try setMode(0o600, of: path)
        #expect(try warnings(text) == [])
        let found = try warnings(text, user: "nobody")
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasSuffix("\(cannot)\(path); hand it over as a credential") == true, "\(found)")
        try setMode(mode, of: path)
        #expect(try warnings(text, user: "nobody") == [])
    }

    @Test func `a key of the cache that the user of the unit cannot read is reported`() throws {
        let path = try house.write(String(repeating: "k", count: 32), to: "key")
        let text = "[Daemon]\nCacheKey=\(path)\n"
        try setMode(0o600, of: path)
        #expect(
            try warnings(text, user: "nobody").first
                == "a.conf:2:10: \(Self.daemonCannot)\(path); hand it over as a credential")
        for user in ["root", ""] { #expect(try warnings(text, user: user) == []) }
        try setMode(0o640, of: path)
        #expect(try warnings(text, user: "nobody") == [])
    }

    @Test func `a folder that the user of the unit cannot write in is reported`() throws {
        let folder = house.directory.appending("folder")
        try File.makeDirectory(folder, mode: 0o700)
        let text = """
            [Daemon]
            CacheDirectory=\(folder)
            [Sink s]
            Profile=last
            Format=env
            Path=\(folder)/file

            """
        #expect(try warnings(text) == [])
        #expect(try warnings(text, user: "root") == [])
        let cannot = "\(folder) is not writable for user nobody, as whom the unit runs the daemon"
        #expect(
            try warnings(text, user: "nobody") == [
                "a.conf:2:16: warning: no token is cached: \(cannot)",
                "a.conf:6:6: warning: the file is not written: \(cannot)",
            ])
        try setMode(0o777, of: folder)
        #expect(try warnings(text, user: "nobody") == [])
    }

    /// A check by hand does not have the credentials of the unit.
    @Test func `a credential is not reported as missing if no credentials were handed over`() throws {
        #expect(try warnings("[Daemon]\nCacheKey=cache-key\n") == [])
    }
}
