import API
import Bytes
import Signing
import Testing
import Time

/// A body like the one before but for its key is known again: what comes of it must be what comes of it at a new desk.
struct NextKeyTests {
    private typealias Wish = SigningScene.Wish

    private static let mark = "KEY"
    private static let wishes: [Wish] = [
        (.presign, #"{"key":"KEY"}"#),
        (.presign, #"{"profile":"default", "expires" : 60 ,"key":  "KEY" ,"minValid":5}"#),
        (
            .presign,
            #"{"version":"v1","key":"KEY","method":"PUT","parameters":{"versionId":"1"},"explain":true}"#
        ),
        (
            .presign,
            #"{"headers":{"Content-Type":"a/b","x-oss-meta-a":"1"},"key":"KEY","additionalHeaders":["Host"],"#
                + #""explain":true}"#
        ),
        (.presign, #"{"key":"KEY","bucket":"other-bucket"}"#),
        (.presign, #"{"time":"2023-12-16T16:20:00Z","key":"KEY","endpoint":"http://10.0.0.1:8080"}"#),
        (.sign, #"{"key":"KEY"}"#),
        (.sign, #"{"key":"KEY","method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/public/b"}}"#),
        (.sign, #"{"version":"v1","contentMD5":"XUFAKrxLKna5cZ2REBfFkg==","key":"KEY","method":"PUT"}"#),
        (.sign, #"{"key":"KEY","region":7}"#),
    ]
    private static let keys = [
        "public/a", "public/a much longer one 中文", #"public/\u0061\"b"#, "secret", "", "public/\u{1}",
        #"public/\u00"#,
        #"public/c","expires":"60"#, "public/" + String(repeating: "x", count: 1_100),
    ]
    private static func wish(_ wish: Wish, of key: String) -> Wish {
        (wish.route, wish.body.split(separator: mark).joined(separator: key))
    }

    @Test func `a further key is signed as at a new desk`() {
        var scene = SigningScene()
        scene.sender = 1
        var used = SigningDesk()
        for first in Self.wishes {
            for second in Self.wishes {
                for key in Self.keys {
                    _ = scene.outcome(of: Self.wish(first, of: "public/first"), at: &used)
                    for next in [key, "public/next", key] {
                        let wish = Self.wish(second, of: next)
                        var fresh = SigningDesk()
                        let expected = scene.outcome(of: wish, at: &fresh)
                        #expect(
                            scene.outcome(of: wish, at: &used) == expected, "\(wish.body) after \(first.body)"
                        )
                    }
                }
            }
        }
    }

    @Test func `another second, another token`() {
        var before = SigningScene()
        before.sender = 1
        var later = before
        later.now = before.now + 1
        var renewed = before
        renewed.credential = .of("STS.other")
        for wish in Self.wishes {
            for after in [later, renewed] {
                var used = SigningDesk()
                for scene in [before, after, before, after, after] {
                    for key in ["secret", "public/a", "secret", "public/b"] {
                        let wish = Self.wish(wish, of: key)
                        var fresh = SigningDesk()
                        let expected = scene.outcome(of: wish, at: &fresh)
                        #expect(scene.outcome(of: wish, at: &used) == expected, "\(wish.body)")
                    }
                }
            }
        }
    }

    /// Else nothing of the above was tested.
    @Test func `it is known again by all that is around the key`() {
        let (one, two) = (
            #"{"bucket":"b-1","key":"a","expires":9}"#, #"{"bucket":"b-1","key":"b\n","expires":9}"#
        )
        #expect(Self.isKnown(two, after: one, of: 1, and: 1))
        #expect(Self.isKnown(one, after: one, of: 1, and: 1))
        #expect(!Self.isKnown(two, after: one, of: 1, and: 2))
        #expect(!Self.isKnown(two, after: one, of: nil, and: nil))
        #expect(!Self.isKnown(two, .sign, after: one, .presign, of: 1, and: 1))
        for different in [
            #"{"bucket":"b-2","key":"a","expires":9}"#, #"{"bucket":"b-1","key":"a","expires":8}"#,
            #"{"bucket":"b-1","key":"a","expires":9} "#, #"{"bucket":"b-1","key":"a""#,
            #"{"bucket":"b-1","key":7,"expires":9}"#,
        ] {
            #expect(!Self.isKnown(different, after: one, of: 1, and: 1), "\(different)")
        }
        let blanks = String(repeating: " ", count: 4_096)
        #expect(
            !Self.isKnown(
                "{\(blanks)" + two.dropFirst(), after: "{\(blanks)" + one.dropFirst(), of: 1, and: 1
            ))
    }

    @Test func `however many keys come, the text does not grow`() {
        var scene = SigningScene()
        scene.sender = 1
        for wish in Self.wishes {
            var desk = SigningDesk()
            _ = scene.outcome(of: Self.wish(wish, of: "public/a"), at: &desk)
            _ = scene.outcome(of: Self.wish(wish, of: "public/b"), at: &desk)
            let count = desk.call.request.text.count
            for _ in 0..<100 { _ = scene.outcome(of: Self.wish(wish, of: "public/c"), at: &desk) }
            #expect(desk.call.request.text.count == count, "\(wish.body)")
        }
    }

    private static func isKnown(
        _ second: String, _ secondRoute: SigningRoute = .presign, after first: String,
        _ firstRoute: SigningRoute = .presign, of sender: Int?, and other: Int?
    ) -> Bool {
        var scene = SigningScene()
        var desk = SigningDesk()
        scene.sender = sender
        _ = scene.outcome(of: (firstRoute, first), at: &desk)
        scene.sender = other
        _ = scene.outcome(of: (secondRoute, second), at: &desk)
        return desk.call.isNextKey
    }
}
