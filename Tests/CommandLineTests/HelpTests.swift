import CommandLine
import Testing

struct HelpTests {
    private let plain = Ink(isColoured: false)

    @Test(arguments: [[], ["bake"], ["dishes"], ["dishes", "wash"]])
    func `fits 80 columns`(topic: [String]) {
        let lines = Kitchen.program.help(on: topic, plain).split(separator: "\n")
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `has examples before all else but the summary`() throws {
        let lines = Kitchen.program.help(on: ["bake"], plain).split(separator: "\n")
        #expect(
            lines.prefix(4) == [
                "kitchen bake: Bake things", "Examples", "  kitchen bake bread", "      a loaf",
            ])
    }

    @Test func `tells all that the table knows of an option`() {
        let help = Kitchen.program.help(on: ["bake"], plain)
        #expect(help.contains("  --heat LEVEL                How hot (low, high; default: low).\n"))
        #expect(help.contains("  --spice NAME                What goes in (may be repeated).\n"))
        #expect(help.contains("  --version RECIPE            Which recipe (or $RECIPE).\n"))
        #expect(help.contains("  -l, --loud                  Make noise.\n"))
    }

    @Test func `leaves out the common option that a command has another of`() {
        #expect(!Kitchen.program.help(on: ["bake"], plain).contains("Print the version"))
        #expect(Kitchen.program.help(on: ["dishes", "dry"], plain).contains("Print the version"))
    }

    @Test func `lists the members of a group`() {
        let help = Kitchen.program.help(on: ["dishes"], plain)
        #expect(help.contains("dishes wash") && help.contains("dishes dry") && !help.contains("bake"))
    }

    @Test func `differs in colour only`() {
        let coloured = Kitchen.program.help(on: ["bake"], Ink(isColoured: true))
        #expect(coloured.contains("\u{1B}[1mExamples\u{1B}[0m"))
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == Kitchen.program.help(on: ["bake"], plain))
    }
}
