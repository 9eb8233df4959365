import Kernel
import TestSupport
import Testing

/// Every call that `docs/api.md` shows, made as it stands there.
struct APIPageTests {
    private static let page = Result { try read(sourceTree("docs/api.md")) }

    /// The functions that all of them call; the page has them once.
    private static let functions = calls { $0.hasPrefix("api()") }

    private static func calls(_ isWanted: (String) -> Bool) -> [String] {
        let text = (try? page.get()) ?? ""
        return text.matches(of: /(?ms)^```sh\n(.*?)\n```$/).map { String($0.output.1) }.filter(isWanted)
    }

    @Test func `every call is answered as the page says`() throws {
        let place = try ExamplePlace(
            "DefaultProfile=main\n" + profile("main", from: ExamplePlace.appServer)
                + profile("backup", from: ExamplePlace.appServer) + manualProfile("uploads", "Required=no"),
            access: """
                [Access examples]
                Match=uid:\(ThisProcess.user)
                Profile=*
                Allow=sign presign post-policy sign-string status watch
                Version=v4 v1

                """, list: [])
        let functions = try #require(Self.functions.first)
        let calls = Self.calls { $0 != functions }
        #expect(calls.count > 8)
        for call in calls {
            // Only the reader ends a watch.
            let isWatch = call.contains("/v1/watch")
            let (end, output) = try place.type("\(functions)\n\(call)\(isWatch ? " --max-time 1" : "")")
            #expect(end == .exited(isWatch ? 28 : 0), "\(call): \(output)")
            #expect(output.contains("{\"") && !output.contains("urn:ossauthd:problem"), "\(call): \(output)")
        }
    }
}
