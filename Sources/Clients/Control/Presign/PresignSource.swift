internal import Bytes
internal import CommandLine
internal import Kernel

/// The source of locations: the command line, or standard input.
struct PresignSource: ~Copyable {
    private var rest: ArraySlice<ObjectLocation> = []
    private var reader: LocationReader
    /// The locations that were returned.
    private(set) var count = 0
    /// Whether the reader has the whole input.
    private var hasEnded: Bool

    init(_ list: LocationList) {
        switch list {
        case .arguments(let locations):
            rest = locations[...]
            reader = LocationReader()
            hasEnded = true
        case .standardInput(let form):
            reader = LocationReader(form)
            hasEnded = false
        }
    }
}

extension PresignSource {
    /// The next location with the number of its line; `nil`: there is none, or none yet unless it `waits`.
    ///
    /// A line that cannot be read goes to `reject`, which may throw.
    mutating func next(
        waits: Bool, reject: (UsageError) throws(Failure) -> Void
    ) throws(Failure) -> ListedLocation? {
        while true {
            if let first = rest.popFirst() { return listed(first, line: nil) }
            do throws(UsageError) {
                if let location = try reader.next(isLast: hasEnded) {
                    return listed(location, line: reader.lineNumber)
                }
            } catch {
                try reject(error)
                continue
            }
            guard !hasEnded, waits || StandardStream.input.hasInput else { return nil }
            try read()
        }
    }

    private mutating func listed(_ location: ObjectLocation, line: Int?) -> ListedLocation {
        count += 1
        return ListedLocation(location, line: line)
    }

    private mutating func read() throws(Failure) {
        let count = try Failure.saying(
            "the list cannot be read",
            reader.fill { bytes throws(SystemError) in
                try StandardStream.input.receive(into: &bytes, atMost: 65_536)
            })
        hasEnded = count == 0
    }

    /// Whether locations are known that were not returned yet.
    var hasMore: Bool { !rest.isEmpty || reader.unusedCount > 0 }
}
