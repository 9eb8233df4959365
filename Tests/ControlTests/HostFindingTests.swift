import CommandLine
import Control
import Testing

/// The finding about an older kernel or systemd.
struct HostFindingTests {
    private let all = Dictionary(uniqueKeysWithValues: Finding.newerSettings.map { ($0.name, "") })

    @Test func `a host that lacks nothing has no finding, and one without systemd none about units`() {
        #expect(Finding.host(kernel: [], properties: all) == nil)
        #expect(Finding.host(kernel: [], properties: nil) == nil)
    }

    @Test func `names what the kernel lacks, and the settings for which systemd has no property`() throws {
        var properties = all
        properties["NoExecPaths"] = nil
        let finding = try #require(
            Finding.host(kernel: ["memfd_secret (not hidden)"], properties: properties))
        #expect(finding.verdict == .good)
        let page = FindingsPage(Ink(isColoured: false)).text(of: [finding])
        #expect(
            page.split { $0.isWhitespace }.joined(separator: " ").contains(
                "host: works without memfd_secret (not hidden), NoExecPaths= (the daemon could execute other "
                    + "programs of the host) Nothing"))
    }
}
