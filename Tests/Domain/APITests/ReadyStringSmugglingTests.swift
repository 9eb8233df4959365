import API
import Access
import Signing
import Testing

/// The same for texts that the caller composes: strings to sign, and policies of forms.
struct ReadyStringSmugglingTests {
    private let signing: SigningFixture

    init() throws {
        var rule = Rule(name: "public")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.signString, .postPolicy]
        rule.versions = [.v1, .v4]
        rule.buckets = [try #require(Glob("examplebucket"))]
        rule.keys = [try #require(Glob("public/**"))]
        rule.methods = [.get, .put, .post]
        signing = SigningFixture(Policy(rules: [rule]))
    }

    /// The name of a file may have slashes in it.
    @Test func `a pattern for one folder is none for a name that the form gives`() throws {
        var rule = Rule(name: "flat")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.postPolicy]
        rule.versions = [.v1, .v4]
        rule.keys = [try #require(Glob("public/*"))]
        let flat = SigningFixture(Policy(rules: [rule]))
        #expect(flat.refusal(of: #"{"conditions":[{"key":"public/a"}]}"#, for: .postPolicy) == nil)
        #expect(
            flat.refusal(of: #"{"conditions":[{"key":"public/${filename}"}]}"#, for: .postPolicy)
                == .notAllowed(.key))
    }

    private static let date = "Sat, 16 Dec 2023 16:20:57 GMT"

    private func v1(_ method: String, _ headers: String, _ resource: String) -> Problem? {
        let string = #"\#(method)\n\n\n\#(Self.date)\n\#(headers)\#(resource)"#
        return signing.refusal(of: #"{"version":"v1","stringToSign":"\#(string)"}"#, for: .signString)
    }

    private func v4(_ method: String, _ path: String, query: String = "", headers: String = "") -> Problem? {
        let all =
            (["x-oss-content-sha256:UNSIGNED-PAYLOAD", "x-oss-date:20231216T162057Z"]
            + (headers.isEmpty ? [] : [headers])).sorted().joined(separator: #"\n"#)
        let canonical = #"\#(method)\n\#(path)\n\#(query)\n\#(all)\n\n\nUNSIGNED-PAYLOAD"#
        let members = #""time":"2023-12-16T16:20:57Z","region":"cn-hangzhou""#
        return signing.refusal(
            of: #"{"version":"v4","canonicalRequest":"\#(canonical)",\#(members)}"#, for: .signString)
    }

    /// A URL, which says when it ends.
    private func v4URL(_ query: String) -> Problem? {
        let canonical = #"GET\n/examplebucket/public/a\n\#(query)\n\n\nUNSIGNED-PAYLOAD"#
        let members = #""time":"2023-12-16T16:20:57Z","region":"cn-hangzhou""#
        return signing.refusal(
            of: #"{"version":"v4","canonicalRequest":"\#(canonical)",\#(members)}"#, for: .signString)
    }

    private static let credential = "x-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
    private static let times = "x-oss-date=20231216T162057Z&x-oss-expires=60"

    @Test func `the parameters of a signature need no grant, and all of them`() {
        let version = "x-oss-signature-version=OSS4-HMAC-SHA256"
        #expect(v4URL("\(Self.credential)&\(Self.times)&\(version)") == nil)
        let broken = Problem.invalidRequest(.signing(.canonicalRequest))
        #expect(v4URL("\(Self.credential)&\(Self.times)") == broken)
        #expect(v4URL("\(Self.credential)&\(Self.times)&x-oss-signature-version=OSS2") == broken)
        #expect(v4URL("\(Self.times)&\(version)") == broken)
    }

    @Test(arguments: [
        #"["in","$x-oss-object-acl",["public-read"]]"#, #"["not-in","$x-oss-object-acl",["private"]]"#,
        #"["eq","$x-oss-object-acl","private"]"#, #"{"x-oss-object-acl":"private"}"#,
        #"["starts-with","$X-OSS-Object-ACL",""]"#,
    ])
    func `a condition on an access list needs a grant for it`(condition: String) {
        let acl = Problem.notAllowed(.parameter(RestrictedParameter("acl".utf8Span.span)))
        #expect(form(#"["starts-with","$key","public/"],\#(condition)"#) == acl)
    }

    @Test(arguments: [
        #"{"key":"public/a"},{"key":"public/b"}"#, #"{"key":"public/a"},{"key":"secret/${filename}"}"#,
        #"{"key":"secret/${filename}"},{"key":"public/a"}"#,
        #"["starts-with","$key","public/"],["starts-with","$key","secret/"]"#,
        #"["starts-with","$key","secret/"],{"key":"public/a"}"#,
        #"{"key":"public/a"},["starts-with","$key","secret/"]"#,
    ])
    func `conditions that no key meets together are refused`(conditions: String) {
        #expect(form(conditions) == .invalidRequest(.signing(.condition(1))))
    }

    @Test(arguments: [
        #"{"key":"public/a"},["eq","$key","public/a"],["starts-with","$key","pub"]"#,
        #"["starts-with","$key","public/"],["starts-with","$key","public/b"],{"key":"public/b/${filename}"}"#,
        #"["starts-with","$key",""],{"key":"public/a"}"#,
    ])
    func `conditions that narrow each other are one`(conditions: String) {
        #expect(form(conditions) == nil)
    }

    private func form(_ conditions: String) -> Problem? {
        signing.refusal(of: #"{"conditions":[\#(conditions)]}"#, for: .postPolicy)
    }

    @Test func `a string that the rule grants is signed`() {
        #expect(v1("GET", "", "/examplebucket/public/a") == nil)
        #expect(v1("PUT", #"x-oss-copy-source:/examplebucket/public/b\n"#, "/examplebucket/public/a") == nil)
        #expect(v4("GET", "/examplebucket/public/a") == nil)
        #expect(v4("GET", "/examplebucket/public/a%3Facl") == nil)
        #expect(
            v4("PUT", "/examplebucket/public/a", headers: "x-oss-copy-source:/examplebucket/public/b") == nil)
        #expect(form(#"{"key":"public/a"}"#) == nil)
        #expect(form(#"["starts-with","$key","public/in/"]"#) == nil)
        #expect(form(#"{"key":"public/${filename}"}"#) == nil)
        // Conditions hold together, so that the narrowest counts.
        let any = #"["starts-with","$key",""]"#
        #expect(form(#"{"key":"public/a"},\#(any)"#) == nil)
        #expect(form(#"["starts-with","$key","public/in/"],\#(any)"#) == nil)
        #expect(form(#"\#(any),["starts-with","$key","public/in/"]"#) == nil)
    }

    @Test(arguments: [
        ("GET", "", "/examplebucket/private/a"), ("GET", "", "/otherbucket/public/a"),
        ("GET", "", "/examplebucket/"),
        ("GET", "", "/"), ("GET", "", "/examplebucket/public/../private/a"),
        ("GET", "", "/examplebucket//public/a"),
        ("GET", "", "/examplebucket/public%2Fa"), ("GET", "", "/examplebucket/public/a?acl"),
        ("GET", "", "/examplebucket/public/a?versionId=1&acl"),
        ("GET", "", "/examplebucket/public/a?acl&versionId=1"),
        ("DELETE", "", "/examplebucket/public/a"),
        ("PUT", #"x-oss-object-acl:public-read\n"#, "/examplebucket/public/a"),
        ("PUT", #"X-OSS-Object-ACL:public-read\n"#, "/examplebucket/public/a"),
        ("PUT", #"x-oss-copy-source:/examplebucket/private/a\n"#, "/examplebucket/public/a"),
        ("PUT", #"x-oss-copy-source:/examplebucket/public/../private/a\n"#, "/examplebucket/public/a"),
        ("PUT", #"x-oss-symlink-target:private/a\n"#, "/examplebucket/public/a?symlink"),
        ("PUT", #"x-oss-meta-a:b\n/examplebucket/private/x\nx-oss-meta-b:c\n"#, "/examplebucket/public/a"),
        ("PUT", #"x-oss-tagging:a=b\n"#, "/examplebucket/public/a"),
        ("GET", #"x-oss-date:20231217T162057Z\n"#, "/examplebucket/public/a"),
    ])
    func `a V1 string reaches nothing else`(method: String, headers: String, resource: String) {
        #expect(v1(method, headers, resource) != nil)
    }

    @Test(arguments: [
        ("GET", "/examplebucket/private/a", "", ""), ("GET", "/otherbucket/public/a", "", ""),
        ("GET", "/examplebucket/", "", ""), ("GET", "/", "", ""),
        ("GET", "/examplebucket/public/../private", "", ""),
        ("GET", "/examplebucket/public/%2E%2E/private", "", ""), ("GET", "/examplebucket/public%2Fa", "", ""),
        ("GET", "/examplebucket%2Fpublic/a", "", ""), ("GET", "/examplebucket/%70ublic/a", "", ""),
        ("GET", "/examplebucket/public/a", "acl", ""), ("GET", "/examplebucket/public/a", "acl=", ""),
        ("GET", "/examplebucket/public/a", "%61cl", ""),
        ("GET", "/examplebucket/public/a", "versionId=1&acl", ""),
        ("GET", "/examplebucket/public/a", "acl&acl&versionId=1", ""),
        ("DELETE", "/examplebucket/public/a", "", ""),
        ("GET", "/examplebucket/public/a", "x-oss-date=20231216T162057Z&x-oss-expires=60", ""),
        ("PUT", "/examplebucket/public/a", "", "x-oss-object-acl:public-read"),
        ("PUT", "/examplebucket/public/a", "", "X-OSS-Object-ACL:public-read"),
        ("PUT", "/examplebucket/public/a", "", "x-oss-object-acl: public-read"),
        ("PUT", "/examplebucket/public/a", "", "x-oss-copy-source:/examplebucket/private/a"),
        ("PUT", "/examplebucket/public/a", "", "x-oss-copy-source:/examplebucket/%70rivate/a"),
        ("PUT", "/examplebucket/public/a", "symlink", "x-oss-symlink-target:public/b"),
        ("PUT", "/examplebucket/public/a", "", "x-oss-symlink-target:private/b"),
        ("PUT", "/examplebucket/public/a", "", #"x-oss-meta-a:b\r"#),
        ("POST", "/examplebucket/public/a", "x-oss-process", ""), ("POST", "/examplebucket/", "delete", ""),
    ])
    func `a V4 canonical request reaches nothing else`(
        method: String, path: String, query: String, headers: String
    ) {
        #expect(v4(method, path, query: query, headers: headers) != nil)
    }

    @Test func `a string that cannot be seen through needs a grant of its own`() {
        let string =
            #"OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\n"#
            + String(repeating: "0", count: 64)
        let members = #""region":"cn-hangzhou","date":"20231216","product":"oss""#
        let refusal = signing.refusal(
            of: #"{"version":"v4","stringToSign":"\#(string)",\#(members)}"#, for: .signString)
        #expect(refusal == .notAllowed(.operation(.signOpaque)))
    }

    @Test(arguments: [
        "", #"{"key":"private/a"}"#, #"["starts-with","$key","pub"]"#, #"["starts-with","$key",""]"#,
        #"{"key":"public/../private"}"#, #"["starts-with","$key","public/../"]"#,
        #"{"key":"public/a"},{"key":"private/a"}"#,
        #"{"KEY":"public/a"}"#, #"["in","$key",["public/a","private/a"]]"#,
        #"{"bucket":"otherbucket"},{"key":"public/a"}"#,
        #"["not-in","$key",["private/a"]]"#,
        #"{"key":"public/a"},{"x-oss-object-acl":"public-read"}"#,
        #"{"key":"public/a"},["eq","$X-OSS-Object-ACL","public-read"]"#,
        #"{"key":"public/a"},["starts-with","$x-oss-object-acl",""]"#,
        #"{"key":"public/a\r\nx"},{"key":"private/a"}"#,
        #"{"key":"${filename}"}"#, #"{"key":"pub${filename}"}"#, #"["eq","$key","${filename}/public/a"]"#,
    ])
    func `a form reaches nothing else`(conditions: String) {
        #expect(form(conditions) != nil)
    }
}
