internal import CommandLine

extension Topic {
    static let rules = Topic(
        "rules", "Rules",
        details: [
            """
            The daemon grants a request when one [Access] section of its configuration grants all of it. \
            Without any such section, root and the group 'ossauth' may sign, presign, sign forms, see the \
            status and watch, but get no credential.
            """,
            """
            'ossauthctl whoami' shows the rules for you, 'ossauthctl explain' whether they grant a request, and \
            'ossauthctl check' reports errors in them. ossauthd.conf(5) describes each key.
            """,
        ],
        notes: [
            Note("Match=user:www-data", "Callers that the rule is for; all words of a line must match."),
            Note("Allow=presign status", "Operations that it grants."),
            Note("Profile=media", "Profiles; none given: all."),
            Note("Bucket=photos", "Buckets; none given: all."),
            Note("Key=public/**", "Object keys; ** also matches slashes, * does not."),
            Note("Method=GET", "HTTP methods; none given: all."),
            Note(
                "Parameter=x-oss-process",
                "Query parameters; none given: those that only read, write or list."),
            Note("MaxExpires=1h", "The longest time that a URL may be valid."),
            Note("Rate=100/min", "Signatures for one user in a time."),
        ])

    static let time = Topic(
        "time", "Time formats",
        details: ["How --expires, --min-valid, --interval, --timeout and --time are written."],
        notes: [
            Note("900", "Seconds."),
            Note("15min, 1h 30min, 1d, 1w", "A time span with units: ms, s, min (or m), h, d, w."),
            Note("2026-11-21T12:00:00Z", "A point in time, for --time: RFC 3339."),
        ])
}
