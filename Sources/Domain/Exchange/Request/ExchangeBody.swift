package import Bytes
internal import JSON

/// What is sent with a request; a token may be in it, so it is wiped when nobody needs it any more.
package final class ExchangeBody {
    package let bytes: ByteBuffer

    package init(copying bytes: Span<UInt8>) {
        self.bytes = ByteBuffer(copying: bytes)
    }

    /// The next text of a document, without a copy of it that nobody wipes.
    init(_ json: inout JSONReader) throws(JSONError) {
        var text = ByteBuffer()
        _ = json.append(try json.string(), to: &text)
        bytes = text
    }
}

extension ExchangeBody: Equatable {
    package static func == (left: ExchangeBody, right: ExchangeBody) -> Bool {
        equal(left.bytes, right.bytes)
    }

    private static func equal(_ left: borrowing ByteBuffer, _ right: borrowing ByteBuffer) -> Bool {
        left.equals(right.span)
    }
}

extension ExchangeBody: ExpressibleByStringLiteral {
    package convenience init(stringLiteral text: String) {
        self.init(copying: text.utf8Span.span)
    }
}
