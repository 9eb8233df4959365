import Kernel
import TestSupport
import Testing

/// Generation numbers of keys that are in no cache: a client that compares two of them must not confuse two keys.
struct GenerationTests {
    private let home: Home

    init() throws {
        home = try Home(profiles: "")
    }

    /// Gives each of the three another key.
    private func configure(_ name: String, _ server: borrowing SigningServer) throws {
        try write("\(home.path)/id", "LTAI5tFile\(name)")
        try write("\(home.path)/secret", "PublicTestVectorSecretOnly0001")
        try home.configure(
            profiles: """
                [Profile files]
                Source=static
                AccessKeyIDFile=\(home.path)/id
                AccessKeySecretFile=\(home.path)/secret
                Region=cn-hangzhou
                Endpoint=https://oss-cn-hangzhou.aliyuncs.com
                [Profile chain]
                Source=chain
                Profiles=files
                Region=cn-hangzhou
                Endpoint=https://oss-cn-hangzhou.aliyuncs.com
                [Profile remote]
                Source=remote-signer
                URL=http://127.0.0.1:\(server.port)/sign
                AccessKeyID=LTAI5tRemote\(name)
                Region=cn-hangzhou
                Endpoint=https://oss-cn-hangzhou.aliyuncs.com

                """)
    }

    private func answer(_ profile: String, by daemon: borrowing RunningDaemon) throws -> Document {
        try daemon.ask("POST", "/v1/sign", #"{"profile":"\#(profile)","bucket":"b-1"}"#).document
    }

    @Test func `another key of another daemon with the same cache has another number`() throws {
        let home = try Home(profiles: manualProfile())
        let neighbour = try Home(profiles: manualProfile(), cache: home.cache)
        let one = try RunningDaemon(home)
        let other = try RunningDaemon(neighbour)
        var numbers: Set<String> = []
        for (index, isOther) in [false, true, true, false, true].enumerated() {
            let number =
                try isOther
                ? generation(ofKey: "\(index)", givenTo: other) : generation(ofKey: "\(index)", givenTo: one)
            numbers.insert(number)
        }
        #expect(numbers.count == 5, "\(numbers)")
    }

    private func generation(ofKey name: String, givenTo daemon: borrowing RunningDaemon) throws -> String {
        #expect(try daemon.give(name).status == 200)
        let signed = try daemon.ask("POST", "/v1/sign", Question.sign).document
        #expect(signed["accessKeyId"] == .text("STS.\(name)"))
        return "\(signed["generation"])"
    }

    @Test(arguments: ["files", "chain", "remote"])
    func `another key after a restart has another number`(profile: String) throws {
        let server = try SigningServer()
        try configure("One", server)
        var daemon = try RunningDaemon(home)
        let before = try answer(profile, by: daemon)
        #expect(before["generation"] == .number(1))
        _ = try daemon.stop()
        try configure("Two", server)
        let next = try RunningDaemon(home)
        let after = try answer(profile, by: next)
        #expect(after["accessKeyId"] != before["accessKeyId"])
        #expect(after["generation"] == .number(2))
    }
}
