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

    @Test(arguments: ["nginx", "a.slice", ".services"])
    func `a unit without its type is found`(name: String) throws {
        let reason = "'\(name)' names no unit, their names end in .service .scope .socket .mount .swap"
        let expected = "a.conf:2:7: warning: this line matches no caller: \(reason)"
        #expect(try warnings(lines: "Match=uid:1 unit:\(name)\nAllow=sign\n") == [expected])
    }

    @Test(arguments: [
        "uid:1 gid:2 gid:3", "unit:a*.service unit:*b.service", "unit:*", "unit:nginx.* exe:**/nginx",
        "unit:a.service slice:system.slice label:x", "unit:*ice",
    ])
    func `a line that can match a caller is not reported`(selectors: String) throws {
        #expect(try warnings(lines: "Match=\(selectors)\nAllow=sign\n") == [])
    }

    @Test(arguments: [
        ("Profile=media web-*", "4:15", "'web-*' names no profile that there is"),
        ("Key=a/** /b/**", "4:10", "'/b/**' names no key: keys do not begin with '/'"),
        ("Parameter=tagging ACL newOne", "4:19", "OSS has no parameter 'ACL', did you mean 'acl'?"),
    ])
    func `a word that names nothing is found`(line: String, place: String, message: String) throws {
        let found = try warnings(lines: "Match=uid:1\nAllow=sign\n\(line)\n")
        #expect(found == ["a.conf:\(place): warning: \(message)"])
    }

    @Test(arguments: [
        ("agent", "", "a", "", false), ("job", "", "a", "", true), ("job", "Bucket=b\n", "a", "", true),
        ("job", "Bucket=b\n", "a", "Bucket=c\n", false), ("job", "", "b", "", false),
    ])
    func `instances of two templates with the same folder are found`(
        unit: String, bucket: String, folder: String, other: String, areShared: Bool
    ) throws {
        let found = try warnings(
            "[Access a]\nMatch=unit:agent@*.service\nAllow=sign\nKey=a/%i/**\n\(bucket)"
                + "[Access b]\nMatch=unit:\(unit)@*.service\nAllow=sign\nKey=\(folder)/%i/**\n\(other)")
        let line = bucket.isEmpty ? 8 : 9
        let message =
            "a.conf:\(line):5: warning: an instance of [Access a] with the same name has the same keys: "
            + "its template is another one"
        #expect(found == (areShared ? [message] : []))
    }

    @Test(arguments: ["Profile=m*", "Key=a/b **", "Parameter=x-oss-process acl", "Key=%u/**"])
    func `a word that names something is not`(line: String) throws {
        #expect(try warnings(lines: "Match=uid:1\nAllow=sign\n\(line)\n") == [])
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
}
