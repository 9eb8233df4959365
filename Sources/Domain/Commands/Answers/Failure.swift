package import CommandLine
internal import Layout

/// Why `ossauthctl` did not do what it was asked for, in one sentence that says what to do, and how it ends.
package struct Failure: Error, Equatable, Sendable {
    package let status: ExitStatus
    package let sentence: String

    package init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    package init(_ error: UsageError) {
        self.init(.usage, error.description)
    }

    /// The same, of which it is known where in a long list it was.
    package func among(_ places: ClosedRange<Int>) -> Failure {
        Failure(
            status,
            "\(sentence) (among the URLs \(Figures.grouped(places.lowerBound)) to "
                + "\(Figures.grouped(places.upperBound)) of the list)")
    }

    /// The same, behind so many of a long list that are printed.
    package func after(_ count: Int) -> Failure {
        Failure(status, "\(sentence) (printed so far: \(Figures.grouped(count)) of the list)")
    }

    /// An answer that cannot be read.
    package init(_ error: AnswerError) {
        self.init(.upstream, "the answer of the daemon is not as promised: \(error)")
    }
}
