internal import Text

/// One header to send, checked so that it can be neither two headers nor another framing of the body.
package struct ExchangeHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) throws(ExchangeError) {
        guard !name.isEmpty, name.utf8.allSatisfy(ByteSet.token.contains) else { throw .headerName }
        guard !name.utf8Span.span.framesBody else { throw .headerReserved }
        let content = value.utf8Span.span
        guard name.utf8.count + content.count <= ExchangeLimit.headerBytes, !content.containsControl,
            content.trimmed.count == content.count
        else { throw .headerValue }
        self.name = name
        self.value = value
    }
}

extension Span<UInt8> {
    fileprivate var framesBody: Bool {
        equalsIgnoringCase("content-length") || equalsIgnoringCase("transfer-encoding")
            || equalsIgnoringCase("connection") || equalsIgnoringCase("expect")
    }
}
