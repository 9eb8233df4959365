internal import CommandLine

// The commands that look for what is wrong.
extension Command {
    static let check = Command(
        "check", "Report all that is wrong with the configuration",
        details: [
            "Asks no daemon; 'reload' makes it read the configuration. Ends with 1 where something is wrong."
        ],
        options: [.configuration],
        examples: [
            Example("check", "before a reload"),
            Example("check --config FILE", "another configuration, with the drop-ins in FILE.d"),
            Example("check --json", "each finding with its file, line and column, for an editor"),
        ])

    static let doctor = Command(
        "doctor", "Find out why it does not work, and what to do",
        details: [
            """
            Looks at the socket, the unit, the daemon, your rules, the profiles with their servers, and the \
            clock, in this order. Ends with 1 where something keeps the daemon from signing for you.
            """
        ],
        examples: [
            Example("doctor", "each finding with its fix"), Example("doctor --json", "for a program"),
        ])
}
