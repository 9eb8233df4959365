import Kernel
import Testing

/// The setup for a test of a file that is kept fresh.
protocol SinkStage {}

extension SinkStage {
    func sink(_ home: Home, _ format: String = "json", _ more: String = "") -> String {
        "\n[Sink app]\nProfile=main\nFormat=\(format)\nPath=\(file(home))\n\(more)\n"
    }

    func file(_ home: Home) -> String { "\(home.path)/app/credential" }

    /// A home with a folder for the file and this sink.
    func home(
        _ format: String = "json", _ more: String = "", profile: String = manualProfile()
    ) throws -> Home {
        let home = try Home("Audit=yes", profiles: profile)
        try File.makeDirectory("\(home.path)/app", mode: 0o755)
        try home.configure("Audit=yes", profiles: profile + sink(home, format, more))
        return home
    }

    /// Gives the profile a token; behind the second answer the files are written.
    func give(_ name: String, to daemon: borrowing RunningDaemon) throws {
        #expect(try daemon.give(name).status == 200)
        try daemon.ask("GET", "/v1/status")
    }
}
