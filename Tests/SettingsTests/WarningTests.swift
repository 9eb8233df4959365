internal import Sections
internal import Settings
import Testing

/// What `--check` doubts: one table for each kind of doubt.
struct WarningTests {
    private static let profile = "[Profile media]\nSource=manual\n"

    /// The warnings about some rules, as they are printed.
    private func warnings(_ rules: String) throws -> [String] {
        let files = [
            SourceFile(path: "a.conf", bytes: Array(rules.utf8)),
            SourceFile(path: "b.conf", bytes: Array(Self.profile.utf8)),
        ]
        let settings = try Settings(reading: files, environment: .test)
        return settings.findings(about: files, in: .test).map(\.description)
    }

    private func warnings(lines: String) throws -> [String] {
        try warnings("[Access a]\n\(lines)")
    }

    @Test(arguments: [
        ("[Daemon]\nAdminSocket=/run/ossauthd/admin.sock\n", "2:13"),
        ("[Daemon]\nApiSocket=/run/ossauthd-admin/api.sock\n", "2:11"),
        ("[Daemon]\nApiSocket=/a/b\nAdminSocket=/a/c\n", "3:13"),
    ])
    func `two sockets in one folder are found`(text: String, place: String) throws {
        #expect(
            try warnings(text) == [
                "a.conf:\(place): warning: AdminSocket= lies in the folder of ApiSocket=: "
                    + "a container that mounts that folder gets both"
            ])
    }

    @Test(arguments: [
        ("ApiSocketGroup=web", "2:16", "group 'web'"), ("AdminSocketGroup=web", "2:18", "group 'web'"),
    ])
    func `the group of a socket which the host does not know is an error`(
        line: String, place: String, owner: String
    ) throws {
        #expect(
            try warnings("[Daemon]\n\(line)\n") == [
                "a.conf:\(place): this host knows no \(owner), without which the daemon does not make its socket"
            ])
    }

    @Test(arguments: ["ApiSocketGroup=staff", "ApiSocketGroup=4711", "AdminSocketGroup=0"])
    func `one which it knows, or which is a number, is not`(line: String) throws {
        #expect(try warnings("[Daemon]\n\(line)\n") == [])
    }

    @Test func `a configuration without a profile is found`() throws {
        let files = [SourceFile(path: "a.conf", bytes: [])]
        let found = try Settings(reading: files, environment: .test).findings(about: files, in: .test)
        #expect(
            found.map(\.description) == [
                "a.conf:1:1: warning: there is no [Profile NAME] section, so nothing is signed"
            ])
    }

    @Test(arguments: [
        ("Match=uid:1 uid:2", "2:7", "no caller is user 1 and user 2"),
        ("Match=uid:1\nMatch=user:root user:alice", "3:7", "no caller is user 0 and user 1000"),
        (
            "Match=unit:nginx", "2:7",
            "'nginx' names no unit, their names end in .service .scope .socket .mount .swap"
        ),
        (
            "Match=unit:a.slice", "2:7",
            "'a.slice' names no unit, their names end in .service .scope .socket .mount .swap"
        ),
        ("Match=unit:a.service unit:b.service", "2:7", "nothing is both 'a.service' and 'b.service'"),
        ("Match=unit:a*.service unit:b.service", "2:7", "nothing is both 'a*.service' and 'b.service'"),
        ("Match=unit:a*.service unit:b*.service", "2:7", "nothing is both 'a*.service' and 'b*.service'"),
        ("Match=unit:*a.service unit:*b.service", "2:7", "nothing is both '*a.service' and '*b.service'"),
        ("Match=slice:user.service", "2:7", "'user.service' names no slice, their names end in .slice"),
        ("Match=exe:nginx", "2:7", "'nginx' names no executable, their paths begin with '/'"),
        ("Match=exe:?usr", "2:7", "'?usr' names no executable, their paths begin with '/'"),
        ("Match=label:a uid:1 label:b", "2:7", "nothing is both 'a' and 'b'"),
    ])
    func `a line that can match no caller is found`(lines: String, place: String, reason: String) throws {
        let expected = "a.conf:\(place): warning: this line matches no caller: \(reason)"
        #expect(try warnings(lines: "\(lines)\nAllow=sign\n") == [expected])
    }

    @Test(arguments: [
        "uid:1 gid:2 gid:3", "unit:a*.service unit:*b.service", "unit:*", "unit:nginx.* exe:**/nginx",
        "exe:*/nginx", "slice:**", "unit:a.service slice:system.slice label:x", "unit:*ice", "exe:/usr/bin/?",
    ])
    func `a line that can match a caller is not reported`(selectors: String) throws {
        #expect(try warnings(lines: "Match=\(selectors)\nAllow=sign\n") == [])
    }

    @Test(arguments: [
        ("Profile=media web-*", "4:15", "'web-*' names no profile that there is"),
        (
            "Bucket=Media", "4:8",
            "'Media' names no bucket: they are made of lower-case letters, digits and '-'"
        ),
        (
            "Bucket=a/* b", "4:8",
            "'a/*' names no bucket: they are made of lower-case letters, digits and '-'"
        ),
        ("Key=a/** /b/**", "4:10", "'/b/**' names no key: keys do not begin with '/' or '\\'"),
        ("Key=a/../b", "4:5", "'a/../b' names no key: rules grant none with '.' or '..' between slashes"),
        ("Parameter=tagging ACL newOne", "4:19", "OSS has no parameter 'ACL', did you mean 'acl'?"),
        ("Parameter=acl uploads", "4:15", "every rule grants 'uploads', also without this"),
    ])
    func `a word that names nothing is found`(line: String, place: String, message: String) throws {
        let found = try warnings(lines: "Match=uid:1\nAllow=sign\n\(line)\n")
        #expect(found == ["a.conf:\(place): warning: \(message)"])
    }

    @Test(arguments: [
        "Profile=m*", "Bucket=a-* *", "Key=a/./* **", "Key=a.. .b a/..b", "Parameter=x-oss-process acl",
        "Key=%u/**",
    ])
    func `a word that names something is not`(line: String) throws {
        let found = try warnings(lines: "Match=uid:1\nAllow=sign\n\(line)\n")
        #expect(found.count == (line == "Key=a/./* **" ? 1 : 0))
    }

    @Test(
        arguments: [
            ("oss-cn-hangzhou-internal.aliyuncs.com", "oss-cn-hangzhou.aliyuncs.com"),
            ("https://OSS-cn-hangzhou-internal.aliyuncs.com:443", "oss-cn-hangzhou.aliyuncs.com"),
            ("s3.oss-cn-hangzhou-internal.aliyuncs.com", "s3.oss-cn-hangzhou.aliyuncs.com"),
            ("cn-hangzhou.oss-internal.aliyuncs.com", "cn-hangzhou.oss.aliyuncs.com"),
            ("oss-cn-hangzhou.aliyuncs.com", nil), ("oss-internal.example.com", nil),
        ] as [(String, String?)])
    func `URLs with an internal endpoint are found`(endpoint: String, other: String?) throws {
        for operation in ["sign", "presign", "post-policy"] {
            let found = try warnings(
                "[Profile p]\nSource=manual\nEndpoint=\(endpoint)\n[Access a]\nMatch=uid:1\nProfile=p\nAllow=\(operation)\n"
            )
            let message = other.map {
                "a.conf:3:10: warning: [Access a] hands out URLs or forms, and only machines inside Alibaba Cloud can open them "
                    + "at this endpoint: add a profile with Endpoint=https://\($0) for them, or name 'endpoint' in requests"
            }
            #expect(found == (operation == "sign" ? [] : [message].compactMap(\.self)))
        }
    }

    @Test(arguments: [
        (
            "sign post-policy", "Method=GET",
            "4:8", "Method= leaves out POST, without which there is no post-policy"
        ),
        ("sign", "MaxExpires=1h", "4:12", "MaxExpires= has no effect on the operations in Allow="),
        ("status watch", "Bucket=a", "4:8", "Bucket= has no effect on the operations in Allow="),
        ("status", "Key=a", "4:5", "Key= has no effect on the operations in Allow="),
        ("status", "Method=GET", "4:8", "Method= has no effect on the operations in Allow="),
        ("status", "Parameter=acl", "4:11", "Parameter= has no effect on the operations in Allow="),
        ("watch", "Rate=1/s", "4:6", "Rate= has no effect on the operations in Allow="),
    ])
    func `a limit of what is not allowed is found`(
        operations: String, line: String, place: String, message: String
    ) throws {
        let found = try warnings(lines: "Match=uid:1\nAllow=\(operations)\n\(line)\n")
        #expect(found == ["a.conf:\(place): warning: \(message)"])
    }

    @Test(arguments: [
        ("post-policy", "Method=POST"), ("presign", "MaxExpires=1h"), ("sign-string status", "MaxExpires=1h"),
        ("sign status", "Bucket=a"), ("credentials", "Rate=1/s"), ("status", "Profile=media"),
    ])
    func `a limit of what is allowed is not`(operations: String, line: String) throws {
        #expect(try warnings(lines: "Match=uid:1\nAllow=\(operations)\n\(line)\n") == [])
    }
}
