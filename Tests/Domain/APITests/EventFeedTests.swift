import API
import Bytes
import TestSupport
import Testing
import Time
import Tokens

struct EventFeedTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func event(_ generation: Int) -> WatchEvent {
        WatchEvent(.expired(generation: generation), of: "main", at: now)
    }

    private func generation(_ event: WatchEvent) -> Int? {
        guard case .expired(let generation) = event.kind else { return nil }
        return generation
    }

    @Test func `the feed keeps the last events under their numbers`() {
        var feed = EventFeed()
        #expect(feed.start == 0 && feed.end == 0)
        for number in 0..<1_000 {
            feed.append(event(number))
            #expect(feed.end == number + 1)
            #expect(feed.end - feed.start == min(number + 1, EventFeed.capacity))
            for kept in feed.start..<feed.end where kept % 7 == 0 || kept == feed.start || kept == number {
                #expect(generation(feed[kept]) == kept)
            }
        }
    }

    private func line(_ kind: WatchEvent.Kind, of profile: String?, among profiles: [String] = []) -> String {
        var out = ByteBuffer()
        out.append(lineOf: WatchEvent(kind, of: profile, at: now), among: profiles)
        return String(copying: out.span)
    }

    /// The lines that the contract shows.
    @Test func `each event is one line`() {
        #expect(
            line(.rotated(generation: 7, expiration: now + 3_600), of: "main")
                == #"{"event":"rotated","time":"2023-12-16T16:20:57Z","profile":"main","generation":7,"#
                + #""expiration":"2023-12-16T17:20:57Z"}"# + "\n")
        #expect(
            line(.rotated(generation: 7, expiration: nil), of: "main")
                == #"{"event":"rotated","time":"2023-12-16T16:20:57Z","profile":"main","generation":7,"#
                + #""expiration":null}"# + "\n")
        #expect(
            line(.expired(generation: 7), of: "main")
                == #"{"event":"expired","time":"2023-12-16T16:20:57Z","profile":"main","generation":7}"#
                + "\n")
        #expect(
            line(.reloaded, of: nil, among: ["a", "b"])
                == #"{"event":"reloaded","time":"2023-12-16T16:20:57Z","profiles":["a","b"]}"# + "\n")
        #expect(
            line(.forgotten, of: "main")
                == #"{"event":"forgotten","time":"2023-12-16T16:20:57Z","profile":"main"}"# + "\n")
    }

    @Test(arguments: [
        (RefreshFailure.passing, "passing"), (.throttled, "throttled"), (.permanent, "permanent"),
    ])
    func `a failure tells what may be done about it, on one line whatever the server said`(
        kind: RefreshFailure, name: String
    ) {
        let failure = WatchEvent.Failure(
            kind, error: "status 502\n\"oops\"", consecutiveFailures: 3, nextAttemptAt: now + 1)
        #expect(
            line(.refreshFailed(failure), of: "main")
                == #"{"event":"refreshFailed","time":"2023-12-16T16:20:57Z","profile":"main","kind":"\#(name)","#
                + #""error":"status 502\n\"oops\"","consecutiveFailures":3,"nextAttemptAt":"2023-12-16T16:20:58Z"}"#
                + "\n")
    }
}
