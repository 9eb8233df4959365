import Bytes
import JSON
import TestSupport
import Testing

/// Members of which there may be nothing.
struct MemberWritingTests {
    private func object(_ write: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer()
        buffer.beginObject()
        write(&buffer)
        buffer.endObject()
        return buffer.string
    }

    @Test func `a member has its name`() {
        let text = object { body in
            body.member("text", "a\"b")
            body.member("number", -1)
            body.member("texts", ["a", "b"])
            body.member("none", [])
        }
        #expect(text == #"{"text":"a\"b","number":-1,"texts":["a","b"],"none":[]}"#)
    }

    @Test func `a member has its name, whatever it is made of`() {
        let known: StaticString = "plain"
        let bytes = Array("a\"b".utf8)
        let text = object { body in
            body.member("flag", true)
            body.member("known", known)
            body.member("bytes", bytes.span)
            body.member("buffer", ByteBuffer(copying: bytes.span))
            body.member(array: "array") { array in
                for number in 1...2 { array.value(number) }
            }
            body.member(object: "object") { $0.member("flag", false) }
            body.member(object: "empty") { _ in }
        }
        #expect(
            text == #"{"flag":true,"known":"plain","bytes":"a\"b","buffer":"a\"b","#
                + #""array":[1,2],"object":{"flag":false},"empty":{}}"#)
    }

    @Test func `an absent value writes nothing, or null`() {
        let text = object { body in
            body.member("a", ifAny: nil as String?)
            body.member("b", ifAny: nil as Int?)
            body.member("c", ifAny: [])
            body.member("d", orNull: nil as String?)
            body.member("e", orNull: nil as Int?)
        }
        #expect(text == #"{"d":null,"e":null}"#)
    }

    /// Emptiness and zero are values.
    @Test func `a present value is written in both ways`() {
        let text = object { body in
            body.member("a", ifAny: "")
            body.member("b", ifAny: 0)
            body.member("c", ifAny: [""])
            body.member("d", orNull: "")
            body.member("e", orNull: 0)
        }
        #expect(text == #"{"a":"","b":0,"c":[""],"d":"","e":0}"#)
    }
}
