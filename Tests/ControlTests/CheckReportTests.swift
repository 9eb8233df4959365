import Bytes
import Control
import TestSupport
import Testing

struct CheckReportTests {
    private func json(_ text: String, isGood: Bool) -> String {
        var output = ByteBuffer()
        output.append(CheckReport(text, isGood: isGood))
        return output.string
    }

    @Test func `has the place of each finding, also in a path with colons`() {
        let text = "/etc/a:1:b.conf:8:7: 'x' is none of: sign\n/etc/b.conf:1:1: warning: FILE:2:3: no\n"
        #expect(
            json(text, isGood: false) == #"{"ok":false,"findings":["#
                + #"{"severity":"error","file":"/etc/a:1:b.conf","line":8,"column":7,"message":"'x' is none of: sign"},"#
                + #"{"severity":"warning","file":"/etc/b.conf","line":1,"column":1,"message":"FILE:2:3: no"}]}"#
        )
    }

    @Test func `tells an error without a place from the words for a person`() {
        #expect(
            json("the configuration is good: 1 profile\n", isGood: true) == #"{"ok":true,"findings":[]}"#)
        let place = #""file":null,"line":null,"column":null"#
        #expect(
            json("cannot be read\n", isGood: false)
                == #"{"ok":false,"findings":[{"severity":"error",\#(place),"message":"cannot be read"}]}"#)
        #expect(
            json("/a:1:2: no\nit goes on\n", isGood: false).hasSuffix(
                #"{"severity":"note",\#(place),"message":"it goes on"}]}"#))
    }
}
