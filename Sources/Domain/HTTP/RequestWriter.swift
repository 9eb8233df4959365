package import Bytes

/// Writes requests for the command line and the tests.
package enum RequestWriter {
    /// Writes a request without a body; throws for an invalid target.
    package static func write(
        _ method: Method, target: Span<UInt8>, host: StaticString, into output: inout ByteBuffer
    ) throws(HTTPError) {
        try appendHead(method, target, host, to: &output)
        output.append("\r\n")
    }

    /// Writes the head of a request with a JSON body; then append the body to `output`, and `finish`.
    package static func begin(
        _ method: Method, target: Span<UInt8>, host: StaticString, into output: inout ByteBuffer
    ) throws(HTTPError) -> BodyMark {
        try appendHead(method, target, host, to: &output)
        output.append("Content-Type: application/json\r\n")
        return output.beginBody()
    }

    package static func finish(_ body: consuming BodyMark, into output: inout ByteBuffer) {
        output.finishBody(body)
    }

    /// Validates the target first: one with a line end in it could smuggle in a second request.
    private static func appendHead(
        _ method: Method, _ target: Span<UInt8>, _ host: StaticString, to output: inout ByteBuffer
    ) throws(HTTPError) {
        guard let name = method.name else { throw HTTPError(.malformedRequestLine, at: 0) }
        _ = try Target(0..<target.count, of: target, for: method)
        output.append(name)
        output.append(.space)
        output.append(target)
        output.append(" HTTP/1.1\r\nHost: ")
        output.append(host)
        output.append("\r\n")
    }
}
