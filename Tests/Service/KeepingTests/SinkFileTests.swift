import API
import Bytes
import Glibc
import KeepingSupport
import Kernel
import Records
import Settings
import Systemd
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// The file of a sink, and what may be in its place.
struct SinkFileTests {
    private let keeping: KeepingFixture
    private let profile: Profile
    private let folder: String
    private let path: String

    init() throws {
        keeping = try KeepingFixture()
        profile = try keeping.profile("Source=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com")
        folder = keeping.directory.appending("app")
        path = "\(folder)/credential"
        try File.makeDirectory(folder, mode: 0o755)
    }

    private var now: Moment { keeping.context.clock.now() }

    private func sink() throws -> Sink {
        let settings = try keeping.settings(
            "[Profile test]\nSource=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
                + "[Sink s]\nProfile=test\nFormat=json\nMode=0640\nPath=\(path)\n")
        return Sink(settings.sinks[0])
    }

    private func give(_ name: String, life: Int64) throws {
        profile.replace(
            with: try ReceivedCredential(
                keyID: "STS.\(name)".utf8Span.span, secret: "secret".utf8Span.span,
                securityToken: "token-\(name)".utf8Span.span, expiration: now.wall + life), at: now)
    }

    private func isWritten(_ sink: Sink) throws -> Bool {
        if case .written = try sink.keepFresh(with: profile, at: now.wall) { true } else { false }
    }

    /// As after a start with a cache that is behind.
    @Test func `a token that has ended does not replace what the file has`() throws {
        try give("live", life: 3_600)
        #expect(try isWritten(sink()))
        let before = try File.contents(of: path, atMost: 65_536).array
        profile.credential = nil
        try give("old", life: -1)
        #expect(try !isWritten(sink()))
        #expect(try File.contents(of: path, atMost: 65_536).array == before)
    }

    @Test func `a mode that was changed is set again`() throws {
        try give("one", life: 3_600)
        #expect(try isWritten(sink()))
        let next = try sink()
        #expect(try !isWritten(next))
        try setMode(0o644, of: path)
        #expect(try isWritten(sink()))
        #expect(try FileStatus(ofLink: path).mode == 0o640)
    }

    /// A reader that was notified of the name would otherwise be refused for a moment, or be one too many.
    @Test func `the file has its mode before it has its name`() throws {
        let changes = try FolderChanges(of: folder, IN_ATTRIB | IN_MOVED_TO)
        try give("one", life: 3_600)
        #expect(try isWritten(sink()))
        let ofFile = changes.all().filter { $0.name == "credential" }
        #expect(ofFile.map(\.mask) == [UInt32(IN_MOVED_TO)])
    }

    /// They have the secret and the token.
    @Test func `leftovers of killed writers go at the start, and when the token is forgotten`() throws {
        let leftover = "\(folder)/.credential.0123456789abcdef"
        let others = [".credential.swp", ".other.0123456789abcdef"]
        for name in others { try File.replace("\(folder)/\(name)", with: "mine".utf8Span.span) }
        try File.replace(leftover, with: "secret".utf8Span.span)
        try give("one", life: 3_600)
        let sink = try sink()
        #expect(try isWritten(sink))
        #expect(try File.names(in: folder).sorted() == others + ["credential"])
        try File.replace(leftover, with: "secret".utf8Span.span)
        profile.forget()
        _ = try sink.keepFresh(with: profile, at: now.wall)
        #expect(try File.names(in: folder).sorted() == others)
    }
}
