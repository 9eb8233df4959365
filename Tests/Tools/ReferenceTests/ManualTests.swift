import CommandLine
import Testing

@testable import Reference

/// The pages that are made of the table.
struct ManualTests {
    private static let hostile = Program(
        "odd", "say \"x\"",
        details: ["A path is .hidden or C:\\x. Then 'quoted' `ticks` ~ and ^."],
        options: [Option("a-b", .text("'N: V'"), ".starts with a dot.")])

    @Test func `lets no text of the table become a command of the typesetter`() {
        let lines = Self.hostile.mdoc.split(separator: "\n")
        let macros = ["Dd", "ds", "nr", "Dt", "Os", "Sh", "Nm", "Nd", "Op", "Bl", "It", "El", "Pp"]
        for line in lines where line.hasPrefix(".") {
            #expect(macros.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
        }
        #expect(lines.contains("\\&.starts with a dot."))
        #expect(lines.contains("A path is .hidden or C:\\ex."))
        #expect(lines.contains("Then \\(aqquoted\\(aq \\(gaticks\\(ga \\(ti and \\(ha."))
        #expect(lines.contains(#".It Fl -a-b Ar "\(aqN: V\(aq""#))
    }

    @Test func `begins a line of the manual with each sentence`() {
        #expect(Self.hostile.mdoc.split(separator: "\n").allSatisfy { !$0.contains(". T") && $0.count <= 80 })
    }

    @Test func `breaks no table of the page for a browser`() {
        let program = Program("p", "s", options: [Option("x", .choice("A|B", ["a"]), "A | B.")])
        #expect(program.markdown(in: .english).contains("| `--x A\\|B` | A \\| B (a). |\n"))
    }

    @Test func `reads a program without commands`() throws {
        guard case .call(let call) = try Self.hostile.parse(["--a-b", "c"]) else {
            Issue.record("no call")
            return
        }
        #expect(call.value(of: Self.hostile.options[0]) == "c")
        #expect(try Self.hostile.parse(["--help"]) == .help([]))
        let error = #expect(throws: UsageError.self) { _ = try Self.hostile.parse(["x"]) }
        #expect(error?.description == "this program takes no argument, but there is 'x'")
    }
}
