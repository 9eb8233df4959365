internal import CommandLine

/// The locations that `presign` signs: those of the command line, or those of a list on standard input.
package enum LocationList: Equatable, Sendable {
    case arguments([ObjectLocation])
    case standardInput(LocationForm)

    init(_ call: Call) throws(UsageError) {
        let form = LocationForm(bucket: call.value(of: .keyBucket), allowsListing: call.has(.list))
        let words = call.arguments
        if call.has(.raw), words.count > 1 || words == ["-"] {
            throw UsageError("--raw is for a single OSS-URL")
        }
        guard words.contains("-") else {
            self = .arguments(try words.map { word throws(UsageError) in try Self.location(word, form) })
            return
        }
        guard words == ["-"] else {
            throw UsageError("'-' stands for a list on standard input, so no OSS-URL can stand beside it")
        }
        self = .standardInput(form)
    }

    private static func location(_ word: String, _ form: LocationForm) throws(UsageError) -> ObjectLocation {
        guard form.bucket != nil || ObjectLocation.isURL(word) else {
            if Option.methods.contains(word.uppercased()) {
                throw UsageError(
                    "'\(word)' is a method; write 'presign --method \(word.uppercased()) oss://BUCKET/KEY'")
            }
            throw UsageError(
                "'\(word)' is not an OSS-URL; write it as oss://BUCKET/KEY, name the bucket of a key with --bucket, "
                    + "and read a list in a file with 'presign - < FILE'")
        }
        return try form.location(word)
    }
}
