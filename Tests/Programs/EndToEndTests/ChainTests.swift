import Kernel
import TestSupport
import Testing

/// `Source=chain`: the first member that can sign now.
struct ChainTests {
    static let chain = """
        [Profile chain]
        Source=chain
        Profiles=first second
        Region=cn-hangzhou
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """
    static let question = #"{"profile":"chain","bucket":"b-1"}"#

    private func sign(_ daemon: borrowing RunningDaemon) throws -> Document {
        try daemon.ask("POST", "/v1/sign", ChainTests.question).document
    }

    @Test func `a chain takes the first profile that can sign, and returns to it when it recovers`() throws {
        let daemon = try RunningDaemon(
            Home(profiles: ChainTests.chain + manualProfile("first") + manualProfile("second")))
        #expect(try daemon.ask("POST", "/v1/sign", ChainTests.question).status == 503)
        try daemon.give("Second", to: "second")
        #expect(try sign(daemon)["accessKeyId"] == .text("STS.Second"))
        #expect(try sign(daemon)["generation"] == .number(1))
        try daemon.give("First", to: "first")
        #expect(try sign(daemon)["accessKeyId"] == .text("STS.First"))
        try daemon.administer("DELETE", "/v1/profiles/first/credentials")
        #expect(try sign(daemon)["accessKeyId"] == .text("STS.Second"))
        #expect(try sign(daemon)["generation"] == .number(3))
        #expect(try daemon.status(of: "chain")["state"] == .text("fresh"))
    }

    @Test func `has no token of its own to forget`() throws {
        let daemon = try RunningDaemon(
            Home(profiles: ChainTests.chain + manualProfile("first") + manualProfile("second")))
        try daemon.give("First", to: "first")
        let answer = try daemon.administer("DELETE", "/v1/profiles/chain/credentials")
        #expect(answer.status == 422 && answer.body.contains("Source=chain has those of its members"))
        #expect(try sign(daemon)["accessKeyId"] == .text("STS.First"))
    }

    @Test func `asks all members at once, and answers with the first that comes`() throws {
        var first = try AppServer()
        var second = try AppServer()
        let daemon = try RunningDaemon(
            Home(
                profiles: ChainTests.chain + profile("first", from: first.url, "Lazy=yes")
                    + profile("second", from: second.url, "Lazy=yes")))
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", ChainTests.question)
        try first.waitForCalls(1)
        try second.handOut(life: 3_600)
        try second.waitForCalls(1)
        #expect(try client.answer().document["accessKeyId"] == .text("STS.Number1"))
    }

    @Test func `one that fails is no reason to give up while another is asked`() throws {
        var first = try AppServer()
        var second = try AppServer()
        try first.answer(403, "{}")
        let daemon = try RunningDaemon(
            Home(
                profiles: ChainTests.chain + profile("first", from: first.url)
                    + profile("second", from: second.url)))
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", ChainTests.question)
        #expect(try eventually { try daemon.status(of: "first")["consecutiveFailures"] == .number(1) })
        try second.handOut(life: 3_600)
        #expect(try client.answer().document["accessKeyId"] == .text("STS.Number1"))
    }

    @Test func `says why none of them can sign`() throws {
        var first = try AppServer()
        try first.answer(403, "{}")
        let daemon = try RunningDaemon(
            Home(profiles: ChainTests.chain + profile("first", from: first.url) + manualProfile("second")))
        let answer = try daemon.ask("POST", "/v1/sign", ChainTests.question)
        #expect(answer.status == 503)
        #expect(
            answer.document["lastError"]
                == .text("first: \(first.url): the server answered with status 403"))
    }

    @Test func `a chain may be a member of another`() throws {
        let outer = ChainTests.chain.replacing("Profile chain", with: "Profile outer").replacing(
            "first second", with: "chain")
        let daemon = try RunningDaemon(
            Home(profiles: outer + ChainTests.chain + manualProfile("first") + manualProfile("second")))
        try daemon.give("Second", to: "second")
        let answer = try daemon.ask("POST", "/v1/sign", #"{"profile":"outer","bucket":"b-1"}"#)
        #expect(answer.document["accessKeyId"] == .text("STS.Second"))
    }
}
