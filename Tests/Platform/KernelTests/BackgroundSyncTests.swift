import Glibc
import Kernel
import TestSupport
import Testing

/// Without the kernel's help all is done at once, which other tests see to.
struct BackgroundSyncTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func isReadable(_ number: Int32) -> Bool {
        var event = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&event, 1, 0) == 1
    }

    private func end(_ sync: inout BackgroundSync) throws {
        guard sync.isBusy else { return }
        let hasEnded = try sync.ends(within: patience)
        #expect(hasEnded)
    }

    @Test(.enabled(if: hasBackgroundSync)) func `tells by its event that the bytes are on the disk, once`()
        throws
    {
        var sync = try BackgroundSync()
        let file = try FileReplacement(of: directory.appending("file"))
        try file.write("new".utf8Span.span)
        for _ in 0..<3 {
            try file.synchronize(by: &sync)
            #expect(eventually { isReadable(sync.event.number) })
            let hasEnded = try sync.ends(within: .zero)
            #expect(hasEnded)
            #expect(!isReadable(sync.event.number))
        }
    }

    @Test func `brings the bytes to the disk, and then the names`() throws {
        var sync = try BackgroundSync()
        var file = try FileReplacement(of: directory.appending("file"))
        try file.write("new".utf8Span.span)
        try file.synchronize(by: &sync)
        try end(&sync)
        try file.install()
        try file.synchronize(by: &sync)
        try end(&sync)
        #expect(try File.names(in: directory.path) == ["file"])
    }

    @Test(.enabled(if: hasBackgroundSync)) func `completes although the file was closed in the meantime`()
        throws
    {
        var sync = try BackgroundSync()
        do {
            let file = try FileReplacement(of: directory.appending("file"))
            try file.write("new".utf8Span.span)
            try file.synchronize(by: &sync)
        }
        try end(&sync)
        #expect(try File.names(in: directory.path) == [])
    }
}
