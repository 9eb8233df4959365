import Glibc
import Keeping
import KeepingSupport
import Kernel
import Sections
import Settings
import TestSupport
import Testing

@testable import Daemon

/// What `--check` says of a configuration that is right and will not go as it should.
struct WarningTests {
    private let keeping: KeepingFixture

    init() throws {
        keeping = try KeepingFixture()
    }

    private func warnings(_ configuration: String, credentials: String? = nil) throws -> [String] {
        let files = [
            SourceFile(path: "a.conf", bytes: Array(configuration.utf8)),
            SourceFile(path: "b.conf", bytes: Array("[Profile last]\nSource=manual\n".utf8)),
        ]
        var environment = Environment()
        environment.cacheDirectory = keeping.cacheDirectory
        environment.credentialsDirectory = credentials
        let settings = try Settings(reading: files, environment: environment)
        return settings.findings(about: files, in: environment, with: settings.remarks(in: environment))
            .map(\.description)
    }

    @Test(arguments: [0, 31, 33])
    func `a key of another length is reported with both lengths`(length: Int) throws {
        let path = try keeping.write(String(repeating: "k", count: length), to: "key")
        let warnings = try warnings("[Daemon]\nCacheKey=\(path)\n")
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.hasPrefix(
                "a.conf:2:10: warning: CacheKey=\(path) has \(length) bytes and must have 32") == true)
    }

    @Test func `a key that is not there is reported, one that is right is not`() throws {
        let path = keeping.directory.appending("key")
        let missing = try warnings("[Daemon]\nCacheKey=\(path)\n")
        #expect(missing.count == 1)
        #expect(missing.first?.hasPrefix("a.conf:2:10: warning: ") == true)
        #expect(missing.first?.contains(path) == true)
        _ = try keeping.write(String(repeating: "k", count: 32), to: "key")
        #expect(try warnings("[Daemon]\nCacheKey=\(path)\n") == [])
    }

    private static let region = "a request that names no more than bucket and key is refused: region: "
    private static let place = "a request that names no more than bucket and key is refused: profile p: "
    private static let domain = "the host is not in aliyuncs.com, and URLs get the bucket in front of it; "

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
        let rule = "[Access a]\nMatch=uid:0\nAllow=sign\n"
        let warnings = try warnings("[Profile p]\nSource=manual\nEndpoint=\(lines)\n\(rule)")
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
        let path = keeping.directory.appending("file")
        let text = "[Profile p]\nSource=\(source)\n\(lines.replacing("FILE", with: path))\n"
        let found = try warnings(text)
        #expect(found.count == 1 && found[0].hasPrefix("a.conf:\(line):"), "\(found)")
        #expect(found.first?.hasSuffix("warning: \(path) is not there") == true, "\(found)")
        _ = try keeping.write("x", to: "file")
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
        let path = try keeping.write("x", to: "file")
        let text = "[Profile p]\nSource=\(source)\n\(lines.replacing("FILE", with: path))\n"
        try setMode(0o644, of: path)
        #expect(try warnings(text) == [])
        try setMode(0o711, of: keeping.directory.path)
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
        let path = try keeping.write(String(repeating: "k", count: 32), to: "key")
        try setMode(0o711, of: keeping.directory.path)
        try setMode(0o604, of: path)
        #expect(
            try warnings("[Daemon]\nCacheKey=\(path)\n").map { $0.prefix(54) } == [
                "a.conf:2:10: warning: every user of this host can read"
            ])
    }

    @Test func `the folder of a sink that is not there is reported`() throws {
        let folder = "\(keeping.directory.path)/new"
        let text = "[Sink s]\nProfile=last\nFormat=env\nPath=\(folder)/file\n"
        #expect(
            try warnings(text) == [
                "a.conf:4:6: warning: the file is not written: open \(folder)/file: no such file or directory; under systemd "
                    + "\(folder) must belong to user ossauthd, and ossauthd.service needs a drop-in with ReadWritePaths=-\(folder)"
            ])
        try File.makeDirectory(keeping.directory.appending("new"), mode: 0o700)
        #expect(try warnings(text) == [])
    }

    /// The daemon makes one folder, not two.
    @Test func `warns of a cache that cannot be made`() throws {
        let folder = keeping.directory.appending("new")
        let found = try warnings("[Daemon]\nCacheDirectory=\(folder)/cache\n")
        #expect(
            found.count == 1
                && found[0].hasPrefix(
                    "a.conf:2:16: warning: no token is cached: open \(folder)/cache: no such file")
        )
        #expect(try warnings("[Daemon]\nCacheDirectory=\(folder)\n") == [])
        #expect(try FileStatus.existing(at: folder) == nil)
    }

    /// As the start does.
    @Test func `warns of a cache that other users may enter`() throws {
        try setMode(0o755, of: keeping.cacheDirectory)
        let found = try warnings("[Daemon]\n")
        #expect(
            found.count == 1
                && found[0].contains("no token is cached: \(keeping.cacheDirectory): has mode 0755"),
            "\(found)"
        )
    }

    /// Only these are the unit's: a full disk or another owner needs no drop-in.
    @Test(arguments: [(EROFS, true), (ENOENT, true), (ENOSPC, false), (EACCES, false)])
    func `a folder where no process may write is reported with the drop-in that the unit needs`(
        code: Int32, isAdvised: Bool
    ) {
        let advice = SystemError(call: "write", code: code, path: "/run/app/file").advice(
            onFolder: "/run/app")
        #expect(
            advice
                == (isAdvised
                    ? "; under systemd ossauthd.service needs a drop-in with RuntimeDirectory=app" : ""))
    }

    @Test func `the key of a cache that only the unit names is reported`() throws {
        #expect(try warnings("[Daemon]\n", credentials: keeping.directory.path) == [])
        _ = try keeping.write(String(repeating: "k", count: 32), to: "cache-key")
        let found = try warnings("[Daemon]\n", credentials: keeping.directory.path)
        #expect(found.count == 1 && found[0].contains("the cache is in plain text"), "\(found)")
        #expect(try warnings("[Daemon]\nCacheKey=cache-key\n", credentials: keeping.directory.path) == [])
    }

    /// A check by hand does not have the credentials of the unit.
    @Test func `a credential is not reported as missing if no credentials were handed over`() throws {
        #expect(try warnings("[Daemon]\nCacheKey=cache-key\n") == [])
    }
}
