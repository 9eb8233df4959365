internal import Bytes
internal import Text

/// What the fields of a request say about the request itself.
struct RequestFields: FieldConsumer {
    private(set) var framing = Framing()
    private(set) var host: Range<Int>?
    private(set) var expectsContinue = false

    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError) {
        guard let name = FieldName(head.extracting(field.name)) else { return }
        switch name {
        case .host: try takeHost(field.value, of: head)
        case .expect: try takeExpectation(field.value, of: head)
        case .connection, .contentLength, .transferEncoding: try framing.take(name, field.value, of: head)
        }
    }

    private mutating func takeHost(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let end = head.endOfRun(of: .host, mostly: .unreserved, in: value)
        guard host == nil, end == value.upperBound else {
            throw HTTPError(.malformedHost, at: value.lowerBound)
        }
        host = value
    }

    private mutating func takeExpectation(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        guard head.extracting(value).equalsIgnoringCase("100-continue") else {
            throw HTTPError(.unsupportedExpectation, at: value.lowerBound)
        }
        expectsContinue = true
    }
}
