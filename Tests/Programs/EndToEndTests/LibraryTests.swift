import Foundation
import Kernel
import OSSAuthClient
import Synchronization
import Testing

/// The libraries for programs of others, with the daemon itself.
struct LibraryTests {
    private let home: Home
    private let daemon: SigningDaemon

    init() throws {
        home = try Home(
            profiles: manualProfile("main", "Bucket=examplebucket\nRequired=yes") + """
                [Access library]
                Match=uid:\(ThisProcess.user)
                Profile=main
                Allow=credentials sign-opaque
                Version=v4 v1
                [Access lists]
                Match=uid:\(ThisProcess.user)
                Profile=main
                Allow=sign presign
                Version=v4 v1
                Parameter=acl x

                """)
        daemon = SigningDaemon(at: home.api)
    }

    private static var request: OSSRequest {
        var request = OSSRequest(.put, bucket: "examplebucket", key: "dir/ü 1+?.txt")
        request.endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
        request.region = "cn-hangzhou"
        request.parameters = [.init("acl"), .init("x", "1"), .init("x", "2")]
        request.headers = [.init("Content-Type", "text/plain"), .init("cache-control", "none")]
        request.additionalHeaders = ["cache-control"]
        return request
    }

    @Test func `returns the texts that were signed, and the real end`() throws {
        let running = try RunningDaemon(home)
        try running.give()
        var terms = SigningTerms()
        let now = UnixTime(secondsSince1970: KernelClock.wallSeconds())
        terms.time = now
        terms.explains = true
        let signed = try daemon.sign(Self.request, terms)
        #expect(signed.headers.last?.value.hasSuffix(signed.signature) == true)
        #expect(signed.canonicalRequest?.hasPrefix("PUT\n/examplebucket/dir/%C3%BC%201%2B%3F.txt\n") == true)
        #expect(signed.canonicalRequest?.contains("acl&x=1&x=2") == true)
        let presigned = try daemon.presign(Self.request, for: .seconds(60), terms)
        let sent = presigned.headers.map { "\($0.name): \($0.value)" }
        #expect(sent.sorted() == ["cache-control: none", "content-type: text/plain"])
        #expect(presigned.expiration == now + .seconds(60) && !presigned.endsWithCredential)
        let conditions = #"[["starts-with","$key","a/"]]"#
        let form = try daemon.form(for: Self.request, conditions: conditions, for: .seconds(60), terms)
        #expect(form.fields.contains { $0.value == form.signature } && form.expiration == now + .seconds(60))
    }

    @Test func `presigns a list, and says when the credential ends it`() throws {
        let running = try RunningDaemon(home)
        try running.give(life: 600)
        let answer = try daemon.presign(
            (0..<300).map { "k\($0)" }, like: OSSRequest(), for: .seconds(86_400), SigningTerms())
        #expect(answer.urls.count == 300 && answer.urls[299].contains("/k299?"))
        #expect(answer.endsWithCredential && answer.expiration == answer.credentialExpiration)
    }

    @Test func `signs strings of others with the key that it says`() throws {
        let running = try RunningDaemon(home)
        try running.give()
        let remote = RemoteSigner(daemon)
        let info = [
            "version": "v4", "stringToSign": "OSS4-HMAC-SHA256\nany", "date": "20231216",
            "region": "cn-hangzhou", "product": "oss", "accessKeyId": "STS.One",
        ]
        // HMAC-SHA256 of the string under the key of that day, computed apart.
        let signature = "9c98eef8787e657bde2400080f6fb62e2c4d77070f3030a9998bf929ed77acbd"
        #expect(try remote.signature(info: info) == ["signature": signature])
        let identity = try remote.credential(region: "cn-hangzhou")
        #expect(identity.accessKeyID == "STS.One" && identity.securityToken == "TokenOfOne")
        #expect(identity.accessKeySecret != "SecretOfOne")
        try running.give("Two")
        #expect(throws: DaemonError.keyChanged) { try remote.signature(info: info) }
    }

    @Test func `hands out the credential, and tells how it stands`() throws {
        let running = try RunningDaemon(home)
        #expect(try daemon.health().isHealthy == false)
        let error = #expect(throws: DaemonError.self) { try daemon.credential() }
        #expect(error?.problem?.kind == .noCredential && error?.problem?.state == .never)
        try running.give()
        let credential = try daemon.credential(profile: "main", minValid: .seconds(60))
        #expect(credential.accessKeySecret == "SecretOfOne" && credential.securityToken == "TokenOfOne")
        let profile = try #require(try daemon.status().profiles.first)
        #expect(profile.state == .fresh && profile.expiration == credential.expiration)
        #expect(try daemon.health() == daemon.health())
    }

    @Test func `says what the daemon says when it refuses`() throws {
        let running = try RunningDaemon(home)
        try running.give()
        let wrong = #expect(throws: DaemonError.self) { try daemon.sign(OSSRequest(bucket: "A")) }
        #expect(wrong?.problem?.kind == .invalidRequest && wrong?.problem?.status == 422)
        let unknown = #expect(throws: DaemonError.self) {
            try daemon.sign(OSSRequest(), SigningTerms(profile: "other"))
        }
        #expect(unknown?.problem?.kind == .noSuchProfile)
    }

    @Test func `finds a daemon that was started anew between two calls`() throws {
        var running = try RunningDaemon(home)
        try running.give()
        let before = try daemon.sign(OSSRequest(key: "k"))
        #expect(try running.stop() == .exited(0))
        let error = #expect(throws: DaemonError.self) { try daemon.sign(OSSRequest(key: "k")) }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        running = try RunningDaemon(home)
        #expect(try daemon.sign(OSSRequest(key: "k")).url == before.url)
    }

    @Test func `answers many threads at once, each with its own answer`() throws {
        let running = try RunningDaemon(home)
        try running.give()
        let wrong = Mutex(0)
        let daemon = daemon
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<100 {
                let key = "\(thread)-\(turn)"
                let signed = try? daemon.sign(OSSRequest(key: key))
                if signed?.url.hasSuffix("/\(key)") != true { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect(try running.descriptorCount() < 80)
        daemon.hangUp()
        #expect(try daemon.status().isReady)
    }
}
