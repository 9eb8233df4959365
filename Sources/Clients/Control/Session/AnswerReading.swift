internal import OSSAuthClient

extension Answer {
    /// Reads the body of an answer.
    init(reading body: Span<UInt8>) throws(Failure) {
        self = try Failure.reading { () throws(DaemonError) in try Self(body) }
    }
}

extension SignedAnswer {
    /// Reads an answer that must have this number of URLs.
    init(reading body: Span<UInt8>, count: Int) throws(Failure) {
        self = try Failure.reading { () throws(DaemonError) in try Self(body, count: count) }
    }

    /// Reads the answer to a request for a form.
    init(formIn body: Span<UInt8>) throws(Failure) {
        try self.init(reading: body, count: 1)
        guard !fields.isEmpty else { throw Failure(DaemonError.missing("fields")) }
    }
}

extension Failure {
    /// Runs a function that reads an answer, and makes its error one of the program.
    static func reading<Value: ~Copyable>(
        _ read: () throws(DaemonError) -> Value
    ) throws(Failure) -> Value {
        do throws(DaemonError) {
            return try read()
        } catch {
            throw Failure(error)
        }
    }
}
