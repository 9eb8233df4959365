internal import CommandLine
internal import Time

extension Finding {
    /// Further off than this OSS refuses what is signed.
    private static let toleranceOfOSS = 900

    /// This host's clock against that of the servers, by which the daemon signs.
    package static func clock(_ status: StatusAnswer) -> Finding {
        let furthest = status.profiles.max { abs($0.clockSkewSeconds) < abs($1.clockSkewSeconds) }
        guard let furthest, furthest.clockSkewSeconds != 0 else {
            return Finding("clock", .good, "this host and the servers agree on the time")
        }
        let skew = furthest.clockSkewSeconds
        let span = TimeSpan.short(.seconds(abs(skew)))
        let side = skew > 0 ? "behind" : "ahead of"
        let sentence =
            "this host is \(span) \(side) the servers of profile \(furthest.name); the daemon signs by theirs"
        let suspects =
            "is it this host ('timedatectl status'), or the AppServer or a proxy before it ('curl -sI' shows its Date)?"
        guard abs(skew) > toleranceOfOSS else {
            return Finding("clock", .doubtful, sentence, mend: "find the clock that is wrong: \(suspects)")
        }
        return Finding(
            "clock", .bad, "\(sentence), and OSS takes 15min at most",
            mend:
                "set the clock right that is wrong, then 'ossauthctl refresh \(furthest.name)': \(suspects)")
    }
}
