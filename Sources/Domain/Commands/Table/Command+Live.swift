internal import CommandLine

// The commands that follow the daemon.
extension Command {
    static let top = Command(
        "top", "Show live what the daemon does",
        details: [
            """
            Profiles with the life that is left to their credentials; requests, refusals and latencies as \
            they come, by operation and by caller. q quits, ? shows the other keys: sort, filter, pause.
            """,
            """
            Needs a terminal. Figures that the daemon does not give to you stay blank; root is shown all, over \
            the admin socket.
            """,
        ],
        options: [.interval],
        examples: [
            Example("top", "every second"), Example("top --interval 5s", "at a more leisurely pace"),
        ])

    static let events = Command(
        "events", "Follow what happens to the profiles",
        details: [
            """
            Prints a line for each profile as it is now, then one for each rotation, failed refresh, expiry \
            and reload, until it is interrupted. Where the daemon is started anew, it finds it again.
            """
        ],
        examples: [
            Example("events", "for people"),
            Example("events --json", "the events as the daemon sends them, an object a line"),
        ])
}

extension Option {
    static let watch = Option("watch", short: "w", .flag, "Keep the table up to date.")
    static let interval = Option(
        "interval", .span("TIME"), "How often the daemon is asked: 100ms, 2s, 1min.", standard: "1s")
}
