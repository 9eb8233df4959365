import Foundation
import Kernel
import OSSAuthClient
import OSSSigning
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

    private static var signer: OSSSigner {
        OSSSigner(
            OSSCredential(
                accessKeyID: "STS.One", accessKeySecret: "SecretOfOne", securityToken: "TokenOfOne"))
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

    @Test func `signs here as the daemon does, the same value the same way`() throws {
        let running = try RunningDaemon(home)
        try running.give()
        let signer = Self.signer
        var terms = SigningTerms()
        let now = UnixTime(secondsSince1970: KernelClock.wallSeconds())
        terms.time = now
        terms.explains = true
        let there = try daemon.sign(Self.request, terms)
        let here = try signer.sign(Self.request, at: now)
        #expect(here.url == there.url && here.signature == there.signature && here.headers == there.headers)
        #expect(here.texts.canonicalRequest == there.canonicalRequest)
        let farURL = try daemon.presign(Self.request, for: .seconds(60), terms)
        let nearURL = try signer.presign(Self.request, for: .seconds(60), at: now)
        #expect(nearURL.url == farURL.url && nearURL.headers == farURL.headers)
        #expect(nearURL.expiration == farURL.expiration && !farURL.endsWithCredential)
        let conditions = #"[["starts-with","$key","a/"]]"#
        let farForm = try daemon.form(for: Self.request, conditions: conditions, for: .seconds(60), terms)
        let nearForm = try signer.form(
            for: Self.request, conditions: conditions, for: .seconds(60), at: now)
        #expect(Set(nearForm.fields.map(\.value)) == Set(farForm.fields.map(\.value)))
        #expect(nearForm.url == farForm.url && nearForm.expiration == farForm.expiration)
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
        let signer = Self.signer
        let remote = RemoteSigner(daemon)
        let info = [
            "version": "v4", "stringToSign": "OSS4-HMAC-SHA256\nany", "date": "20231216",
            "region": "cn-hangzhou", "product": "oss", "accessKeyId": "STS.One",
        ]
        #expect(try remote.signature(info: info) == (try signer.signature(info: info)))
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
