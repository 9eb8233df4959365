import CommandLine
import Testing

struct HelpTests {
    private let plain = Ink(isColoured: false)

    @Test(arguments: [[], ["bake"], ["dishes"], ["dishes", "wash"], ["heat"], ["options"]], [40, 80, 120])
    func `the help fits the terminal`(topic: [String], columns: Int) {
        for isShort in [false, true] {
            let help = Kitchen.program.help(on: topic, plain, columns: columns, isShort: isShort)
            let lines = help.split(separator: "\n")
            #expect(lines.count > 2 && lines.allSatisfy { $0.count <= columns }, "\(help)")
        }
    }

    @Test func `the help begins with the few commands that a new user needs`() {
        #expect(
            Kitchen.program.introduction(plain) == """
                kitchen: cook and clean

                Usage
                  kitchen [OPTION...] COMMAND [ARGUMENT...]

                Begin with
                  bake bread                  Bake a loaf

                'kitchen help' lists all commands; 'kitchen help COMMAND' explains one, with
                examples.

                """)
    }

    @Test func `lists commands under their headings`() {
        let help = Kitchen.program.help(on: [], plain)
        #expect(help.contains("\nCook\n  bake ") && help.contains("\nClean\n  dishes wash "))
        #expect(help.contains("\nTopics\n  heat "))
        #expect(Kitchen.program.help(on: [], plain, isShort: true).contains("\nCook\n  bake "))
    }

    @Test func `the short help is short`() {
        let short = Kitchen.program.help(on: ["bake"], plain, isShort: true)
        #expect(short.contains("--heat") && !short.contains("Examples"))
        #expect(!Kitchen.program.help(on: [], plain, isShort: true).contains("Options"))
    }

    @Test func `shows of a command only its own options, and names the others`() {
        let help = Kitchen.program.help(on: ["dishes", "dry"], plain)
        #expect(!help.contains("Make noise") && !help.contains("Done."))
        #expect(help.contains("Options of every command: --loud, --help, --version;"))
    }

    @Test func `has pages for topics, also for those of the table itself`() {
        #expect(
            Kitchen.program.help(on: ["heat"], plain) == """
                heat: Temperatures

                Low is low.

                  low                         A little.

                """)
        #expect(
            Kitchen.program.help(on: ["exit-codes"], plain).contains("  0                           Done.\n"))
        #expect(Kitchen.program.help(on: ["options"], plain).contains("  -l, --loud "))
    }

    @Test func `the help of a command has its examples right after the summary`() throws {
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
    }

    @Test func `leaves out the common option that a command has another of`() {
        #expect(Kitchen.program.help(on: ["bake"], plain).contains("every command: --loud, --help;"))
    }

    @Test func `lists the members of a group`() {
        let help = Kitchen.program.help(on: ["dishes"], plain)
        #expect(
            help.hasPrefix("kitchen dishes: Wash and dry\n\nUsage\n  kitchen dishes COMMAND [ARGUMENT...]\n"))
        #expect(help.contains("dishes wash") && help.contains("dishes dry") && !help.contains("bake"))
    }

    @Test func `coloured help differs in colour only`() {
        let coloured = Kitchen.program.help(on: ["bake"], Ink(isColoured: true))
        #expect(coloured.contains("\u{1B}[1mExamples\u{1B}[0m"))
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == Kitchen.program.help(on: ["bake"], plain))
    }
}
