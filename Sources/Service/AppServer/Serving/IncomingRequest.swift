internal import Bytes
internal import HTTP

/// One request whose body has come, as long as it lies in the input of its connection.
struct IncomingRequest: ~Escapable {
    let head: RequestHead
    private let message: Span<UInt8>

    /// `message` begins with the request.
    @_lifetime(copy message)
    init(_ head: RequestHead, in message: Span<UInt8>) {
        self.head = head
        self.message = message
    }

    var path: Span<UInt8> {
        @_lifetime(copy self) get { message.extracting(head.path) }
    }

    var body: Span<UInt8> {
        @_lifetime(copy self) get { message.extracting(head.length..<head.messageLength) }
    }
}

/// What a server makes of the requests that come.
protocol RequestHandler: AnyObject {
    /// Writes exactly one answer, which keeps the connection if the request does.
    func answer(_ request: borrowing IncomingRequest, into output: inout ByteBuffer)

    /// Writes the answer to what is no request; the connection ends behind it.
    func refuse(_ error: HTTPError, into output: inout ByteBuffer)
}
