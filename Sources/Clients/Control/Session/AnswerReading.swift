internal import Bytes
internal import OSSAuthClient

extension Answer {
    /// Reads the body of an answer.
    init(reading body: Span<UInt8>) throws(Failure) {
        self = try Failure.reading(Self(body))
    }
}

extension SignedAnswer {
    /// Reads an answer that must have this number of URLs.
    init(reading body: Span<UInt8>, count: Int) throws(Failure) {
        self = try Failure.reading(Self(body, count: count))
    }

    /// Reads the answer to a request for a form.
    init(formIn body: Span<UInt8>) throws(Failure) {
        try self.init(reading: body, count: 1)
        guard !fields.isEmpty else { throw Failure(DaemonError.missing("fields")) }
    }
}

extension Failure {
    /// Reads an answer, and makes an error one of the program.
    static func reading<Value: ~Copyable>(
        _ read: @autoclosure () throws(DaemonError) -> Value
    ) throws(Failure) -> Value {
        try mapping(read()) { (error: DaemonError) in Failure(error) }
    }
}
