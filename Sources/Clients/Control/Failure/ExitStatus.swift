/// The exit statuses of `ossauthctl`; scripts depend on the numbers.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case refused = 1
    case usage = 2
    case unreachable = 3
    case noCredential = 4
    case upstream = 5
    /// `EX_TEMPFAIL` of sysexits.h.
    case limited = 75
    case notExecutable = 126
    case notFound = 127

    var meaning: String {
        switch self {
        case .done: "Done."
        case .refused: "Refused: by the rules, or because the request is invalid."
        case .usage:
            "The command line is wrong, or a file, a stream or a program of this host cannot be used."
        case .unreachable: "The daemon cannot be reached."
        case .noCredential: "There is no valid credential; status: a required profile cannot sign."
        case .upstream: "The daemon or the server behind it failed."
        case .limited: "A rate or another limit is reached: try again later."
        case .notExecutable: "exec: the program cannot be run."
        case .notFound: "exec: there is no such program."
        }
    }
}
