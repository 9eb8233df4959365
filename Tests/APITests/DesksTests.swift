import API
import Bytes
import Testing

/// Programs that take turns each find the desk of their last call.
struct DesksTests {
    private let scene = SigningScene()

    /// Reads and answers as the daemon does; says whether it was a further key.
    private func serve(_ method: String, _ key: Int, at desks: inout Desks) throws -> Bool {
        let body = #"{"method":"\#(method)","key":"public/\#(key)"}"#
        let desk = try desks.read(body.utf8Span.span, for: .presign, from: 1)
        let isNextKey = desks.all[desk].value.call.isNextKey
        var fresh = SigningDesk()
        let expected = scene.outcome(of: (.presign, body), at: &fresh)
        #expect(scene.outcomeOfWhatWasRead(at: &desks.all[desk].value) == expected, "\(body)")
        return isNextKey
    }

    @Test func `four kinds of calls are known again`() throws {
        var desks = Desks()
        for round in 0..<5 {
            for method in ["GET", "PUT", "HEAD", "DELETE"] {
                #expect(try serve(method, round, at: &desks) == (round > 0), "\(method) \(round)")
            }
        }
    }

    @Test func `a fifth kind takes the place of the one that was there for longest`() throws {
        var desks = Desks()
        for method in ["GET", "PUT", "HEAD", "DELETE", "POST"] {
            #expect(try !serve(method, 0, at: &desks))
        }
        for method in ["PUT", "HEAD", "DELETE", "POST"] {
            #expect(try serve(method, 1, at: &desks), "\(method)")
        }
        #expect(try !serve("GET", 1, at: &desks))
    }
}
