internal import Bytes
internal import CommandLine
internal import Kernel

/// The source of locations: the command line, or standard input without blocking.
struct PresignSource: ~Copyable {
    private var rest: ArraySlice<ObjectLocation> = []
    private let total: Int
    private var reader: LocationReader
    private var bytesRead = 0
    /// Whether the reader has the whole input.
    private(set) var hasEnded: Bool
    /// Whether a read does not block.
    var isReady: Bool
    private let isFile: Bool

    init(_ list: LocationList) {
        switch list {
        case .arguments(let locations):
            rest = locations[...]
            reader = LocationReader()
            total = locations.count
            (hasEnded, isReady, isFile) = (true, true, true)
        case .standardInput(let form):
            reader = LocationReader(form)
            let status = FileStatus(of: .input)
            isFile = status?.kind == .regular
            total = isFile ? status?.size ?? 0 : 0
            (hasEnded, isReady) = (false, isFile)
        }
    }

    /// Whether the next location needs more input.
    var waits: Bool { !hasEnded && !isReady }
}

extension PresignSource {
    /// The next location; `nil`: none is available now.
    mutating func next() throws(Failure) -> ObjectLocation? {
        if let first = rest.popFirst() { return first }
        while true {
            do throws(UsageError) {
                if let location = try reader.next(isLast: hasEnded) { return location }
            } catch {
                throw Failure(error)
            }
            guard !hasEnded, isReady else { return nil }
            try read()
        }
    }

    private mutating func read() throws(Failure) {
        do throws(SystemError) {
            let count = try reader.fill { bytes throws(SystemError) in
                try StandardStream.input.receive(into: &bytes, atMost: 65_536)
            }
            bytesRead += count
            hasEnded = count == 0
            isReady = isFile
        } catch {
            throw Failure(.usage, "the list cannot be read: \(error)")
        }
    }

    /// The processed share, where the length is known; `done`: the number of locations.
    func share(done: Int) -> Double? {
        guard total > 0 else { return nil }
        return min(Double(bytesRead > 0 ? bytesRead : done) / Double(total), 1)
    }
}
