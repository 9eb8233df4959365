internal import CommandLine

// How what was signed is printed, and what a form may contain.
extension Option {
    static let curl = Option("curl", .flag, "Print a command for curl that sends it.")
    static let headersOnly = Option("headers", .flag, "Print only the headers, one a line.")
    static let html = Option("html", .flag, "Print a form for a page in the web.")
    static let body = Option("body", .path("FILE"), "The file that --curl sends.", standard: "nothing")
    static let maximumSize = Option(
        "max-size", .text("BYTES"), "How large the file may be: 1048576, 10M, 1G.",
        standard: "what OSS allows")
    static let formType = Option(
        "content-type", .text("TYPE"), "Which Content-Type the form must say.", standard: "any")
    static let formExpires = Option(
        "expires", .span("TIME"), "How long the form is good: 900, 15min, 1h.", standard: "15min")
    static let successStatus = Option(
        "success-status", .choice("STATUS", ["200", "201", "204"]), "What OSS answers to an upload.",
        standard: "204")
    static let formOptions = [
        formExpires, profile, signatureVersion, endpoint, region, addressing, cloudBoxID, maximumSize,
        formType,
        successStatus, time, minValid, showStringToSign,
    ]
}

// Whom the rules are asked about.
extension Option {
    static let user = Option(
        "user", .text("USER", completedBy: .users),
        "The user, by name or number, with the groups he gets at login.",
        standard: "you")
    static let unit = Option(
        "unit", .text("UNIT", completedBy: .units), "The unit of systemd that he is of.", standard: "none")
    static let slice = Option(
        "slice", .text("SLICE", completedBy: .units), "The slice of that unit.", standard: "none")
    static let executable = Option("exe", .path("FILE"), "The program that he runs.", standard: "none")
    static let label = Option("label", .text("LABEL"), "The label of the security module.", standard: "none")
}
