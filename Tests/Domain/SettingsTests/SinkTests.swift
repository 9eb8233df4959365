internal import Documents
internal import Settings
import Testing

struct SinkTests {
    private static let profiles =
        "[Profile media]\nSource=manual\n[Profile far]\nSource=remote-signer\nURL=https://a\nAccessKeyID=i\n"

    private func sink(_ lines: String) throws -> SinkSettings {
        try settings("[Sink app]\nProfile=media\nPath=/run/app/key\n\(lines)\n", Self.profiles).sinks[0]
    }

    private func mistakes(_ lines: String) -> [String] {
        problems(["[Sink app]\n\(lines)\n", Self.profiles])
    }

    @Test func `the defaults of a sink disclose nothing to other users`() throws {
        let sink = try sink("Format=env")
        #expect(sink.name == "app" && sink.profile == "media" && sink.path == "/run/app/key")
        #expect(sink.format == .document(.env) && sink.mode == 0o600 && sink.user == nil && sink.group == nil)
    }

    @Test func `a sink has all settings of its section`() throws {
        let sink = try sink(
            "Format=ossfs\nMode=0640\nUser=alice\nGroup=50\nMargin=7min")
        #expect(sink.mode == 0o640 && sink.user == .known(1_000) && sink.group == .known(50))
        #expect(sink.margin == .seconds(420))
    }

    /// The margins of the clients' table, where a token of an hour can keep them.
    @Test(arguments: [
        (DocumentFormat.json, 1_200), (.ossfs, 1_200), (.appserver, 720), (.external, 180), (.process, 0),
        (.env, 0), (.ini, 0), (.ossutil, 0), (.aws, 900), (.awsProcess, 900), (.awsIni, 0),
    ])
    func `the margin of a sink follows from the readers of its format`(format: DocumentFormat, seconds: Int)
        throws
    {
        #expect(try sink("Format=\(format.rawValue)").margin == .seconds(seconds))
    }

    /// As ossfs, which reads it.
    @Test func `a folder is replaced as early as ossfs reads it again`() throws {
        let sink = try sink("Format=directory")
        #expect(sink.format == .directory && sink.margin == .seconds(1_200))
    }

    @Test func `a sink has the variable names of other programs`() throws {
        let sink = try sink("Format=env\nVariables=aws X=AccessKeyId\nVariables=juicefs")
        #expect(sink.variables.map(\.text) == ["aws", "X=AccessKeyId", "juicefs"])
    }

    @Test func `a profile has the longest margin of its sinks`() throws {
        let sinks =
            "[Sink a]\nProfile=media\nFormat=external\nPath=/a\n[Sink b]\nProfile=media\nFormat=json\nPath=/b\n"
        let read = try settings(sinks, Self.profiles)
        #expect(read.profiles.map(\.readersMargin) == [.seconds(1_200), nil])
    }

    @Test(arguments: [
        ("Format=env\nPath=/a", "1:1: [Sink app] needs Profile="),
        ("Profile=media\nPath=/a", "1:1: [Sink app] needs Format="),
        ("Profile=media\nFormat=env", "1:1: [Sink app] needs Path="),
        ("Profile=meida\nFormat=env\nPath=/a", "2:9: there is no profile 'meida', did you mean 'media'?"),
        (
            "Profile=far\nFormat=env\nPath=/a",
            "2:9: Source=remote-signer has no secret that could be written"
        ),
        (
            "Profile=media\nFormat=jsn\nPath=/a",
            "3:8: 'jsn' is not one of json env process external ini ossutil ossfs appserver aws aws-process aws-ini directory, did you mean 'json'?"
        ),
        ("Profile=media\nFormat=env\nPath=a", "4:6: a path is absolute and has no '.' or '..' in it"),
        (
            "Profile=media\nFormat=env\nPath=/a\nMode=0644",
            "5:6: other users must not read a credential: the last digit must be 0"
        ),
        ("Profile=media\nFormat=env\nPath=/a\nUser=bob", "5:6: this host knows no user 'bob'"),
        ("Profile=media\nFormat=env\nPath=/a\nGroup=x", "5:7: this host knows no group 'x'"),
        (
            "Profile=media\nFormat=env\nPath=/a\nVariables=X=Secret",
            "5:11: 'Secret' is no member of a credential; write one of AccessKeyId AccessKeySecret SecurityToken "
                + "Expiration Region Endpoint S3Endpoint, did you mean 'AccessKeySecret'?"
        ),
        (
            "Profile=media\nFormat=json\nPath=/a\nVariables=aws",
            "5:11: only a file of Format=env has variables"
        ),
    ])
    func `the parser reports what is wrong with a sink`(lines: String, problem: String) {
        #expect(mistakes(lines) == ["a.conf:\(problem)"])
    }

    @Test func `two cannot write one file`() {
        let lines = "Profile=media\nFormat=env\nPath=/a\n"
        let found = mistakes("\(lines)[Sink other]\n\(lines)")
        #expect(found == ["a.conf:8:6: [Sink app] writes this file too"])
    }
}
