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
