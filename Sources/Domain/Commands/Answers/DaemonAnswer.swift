/// What can be read from the body of an answer of the daemon.
package protocol DaemonAnswer: ~Copyable {
    init(_ body: Span<UInt8>) throws(AnswerError)
}

extension DaemonAnswer where Self: ~Copyable {
    /// The same, with an error of the program for an answer that is not as promised.
    package init(reading body: Span<UInt8>) throws(Failure) {
        do throws(AnswerError) {
            try self.init(body)
        } catch {
            throw Failure(error)
        }
    }
}
