internal import Bytes
internal import CommandLine
internal import Text

extension Option {
    static let keyBucket = Option(
        "bucket", .text("NAME"), "The arguments or lines are keys in this bucket, not OSS-URLs.")
    static let list = Option(
        "list", .flag, "Allow an OSS-URL without a key, which signs the list of a bucket or of all buckets.")
    static let null = Option(
        "null", short: "0", .flag, "A NUL ends each OSS-URL or key of a list, not a line end.")
    static let keepGoing = Option(
        "keep-going", .flag, "Report the lines of a list that cannot be signed, and sign the others.")
}

/// The locations of `presign`: on the command line, or in a list on standard input.
struct LocationList: Equatable, Sendable {
    private(set) var arguments: [ObjectLocation] = []
    /// The form of the list on standard input; `nil`: there is none.
    private(set) var form: LocationForm?

    static let options: [Option] = [.keyBucket, .list, .null, .keepGoing]

    init(_ call: Call) throws(UsageError) {
        let form = LocationForm(
            bucket: call.value(of: .keyBucket), allowsListing: call.has(.list), endsInNUL: call.has(.null))
        let words = call.arguments
        if words != ["-"], let option = [Option.null, .keepGoing].first(where: call.has) {
            throw UsageError("--\(option.name) is for a list on standard input, '-'")
        }
        guard words.contains("-") else {
            arguments = try words.map { word throws(UsageError) in try Self.location(word, form) }
            return
        }
        guard words == ["-"] else {
            throw UsageError("'-' stands for a list on standard input, so no OSS-URL can stand beside it")
        }
        self.form = form
    }

    private static func location(_ word: String, _ form: LocationForm) throws(UsageError) -> ObjectLocation {
        guard form.bucket != nil || ObjectLocation.isURL(word) else {
            if Option.methods.contains(word.uppercased()) {
                throw UsageError(
                    "'\(word)' is a method; write 'presign --method \(word.uppercased()) oss://BUCKET/KEY'")
            }
            throw UsageError(
                "'\(word)' is not an OSS-URL; \(ObjectLocation.spelling(of: word)), name the bucket of a key with "
                    + "--bucket, and read a list in a file with 'presign - < FILE'")
        }
        return try form.location(word)
    }
}

/// The form in which words name objects.
struct LocationForm: Equatable, Sendable {
    /// The bucket of the keys; `nil`: the words are OSS-URLs.
    var bucket: String?
    /// Whether a word without a key is valid.
    var allowsListing = false
    /// Whether a NUL ends each location of a list, as `find -print0` writes them, instead of a line end.
    var endsInNUL = false

    func location(_ word: String) throws(UsageError) -> ObjectLocation {
        if let bucket {
            guard !ObjectLocation.isURL(word) else {
                throw UsageError("'\(word)' names its bucket itself; leave out --bucket")
            }
            guard !word.isEmpty, !bucket.isEmpty else {
                throw UsageError("\(word.isEmpty ? "a key" : "--bucket") is empty")
            }
            return ObjectLocation(bucket: bucket, key: word)
        }
        guard ObjectLocation.isURL(word) else {
            throw UsageError(
                "'\(word)' is not an OSS-URL; \(ObjectLocation.spelling(of: word)), or name the bucket of a key with --bucket"
            )
        }
        let location = try ObjectLocation(word)
        // An unset shell variable must not turn the link to an object into a link to the list of a bucket.
        guard location.key != nil || allowsListing else {
            throw UsageError(
                "'\(word)' has no key, so the URL would list \(location.bucket == nil ? "all buckets" : "the bucket"); "
                    + "add --list if it is to do that")
        }
        return location
    }

    /// A location as a line of the list names it.
    func line(of location: ObjectLocation) -> String {
        bucket == nil ? location.text : location.key ?? ""
    }
}

/// Reads locations from a list that arrives in pieces, one a line; empty lines are ignored.
struct LocationReader: ~Copyable {
    /// Enough for the scheme, a bucket of 63 bytes and a key of 1,023.
    private static let longestLine = 4_096
    private static let tooLong = "it is longer than any OSS-URL"

    private var bytes = ByteBuffer(capacity: 65_536)
    private var position = 0
    /// The number of the last line that was read.
    private(set) var lineNumber = 0
    /// Whether the rest of a line that is too long is dropped.
    private var dropsRest = false
    private let form: LocationForm

    init(_ form: LocationForm = LocationForm()) {
        self.form = form
    }

    /// Lets `fill` append input and return its length, 0 at the end.
    mutating func fill<Failure: Error>(
        _ fill: (inout ByteBuffer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        bytes.removeFirst(position)
        position = 0
        return try fill(&bytes)
    }

    /// The bytes that were not used yet.
    var unusedCount: Int { bytes.count - position }

    /// The next location, or `nil` where it needs more input; `isLast`: there is none, so the rest is a line too.
    ///
    /// After an error it continues with the next line.
    mutating func next(isLast: Bool) throws(UsageError) -> ObjectLocation? {
        let separator = form.endsInNUL ? 0 : UInt8(ascii: "\n")
        while true {
            guard let end = bytes.span.firstIndex(of: separator, from: position) else {
                return try rest(isLast: isLast)
            }
            if let location = try takeLine(to: end) { return location }
        }
    }

    /// The last line, which nothing ends.
    private mutating func rest(isLast: Bool) throws(UsageError) -> ObjectLocation? {
        let isTooLong = unusedCount > LocationReader.longestLine
        if isTooLong || dropsRest { position = bytes.count }
        if isTooLong, !dropsRest {
            dropsRest = true
            lineNumber += 1
            throw complaint(LocationReader.tooLong)
        }
        guard isLast, position < bytes.count else { return nil }
        return try takeLine(to: bytes.count)
    }

    private mutating func takeLine(to end: Int) throws(UsageError) -> ObjectLocation? {
        let line = position..<end
        position = min(end + 1, bytes.count)
        guard !dropsRest else {
            dropsRest = false
            return nil
        }
        lineNumber += 1
        return try location(in: line)
    }

    private func location(in range: Range<Int>) throws(UsageError) -> ObjectLocation? {
        guard range.count <= LocationReader.longestLine else {
            throw complaint(LocationReader.tooLong)
        }
        let isDOS =
            !form.endsInNUL && !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "\r")
        // Spreadsheets write a byte order mark at the beginning of a UTF-8 file.
        let hasMark = lineNumber == 1 && bytes[range].hasPrefix("\u{FEFF}")
        let start = range.lowerBound + (hasMark ? 3 : 0)
        let line = bytes[start..<max(start, range.upperBound - (isDOS ? 1 : 0))]
        guard line.count > 0 else { return nil }
        guard line.firstIndex(of: 0) == nil else {
            throw complaint("it has a NUL; for a list of 'find -print0' add --null")
        }
        guard line.isUTF8 else { throw complaint("it is not UTF-8, but names in OSS are") }
        var location = try mapping(form.location(String(copying: line))) { (error: UsageError) in
            complaint(error.description)
        }
        location.line = lineNumber
        return location
    }

    private func complaint(_ sentence: String) -> UsageError {
        UsageError("line \(lineNumber) of standard input: \(sentence)")
    }
}
