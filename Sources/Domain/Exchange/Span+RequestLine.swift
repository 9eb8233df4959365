internal import Bytes
internal import JSON

extension Span<UInt8> {
    /// Reads the one line that a request is, or begins with; `nil`: more bytes must come.
    func readLine<Request>(
        as read: (inout JSONReader) throws -> Request
    ) throws(ExchangeError) -> Request? {
        guard let end = try endOfRequest() else { return nil }
        do {
            var json = JSONReader(extracting(0..<end))
            let request = try read(&json)
            try json.end()
            return request
        } catch {
            throw ExchangeError(reading: error)
        }
    }

    private func endOfRequest() throws(ExchangeError) -> Int? {
        guard let end = firstIndex(of: UInt8(ascii: "\n")) else {
            guard count <= ExchangeLimit.requestBytes else { throw .tooLong }
            return nil
        }
        guard end <= ExchangeLimit.requestBytes else { throw .tooLong }
        guard end == count - 1 else { throw .trailingBytes }
        return end
    }
}
