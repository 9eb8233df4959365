import CommandLine
import Testing

struct ParserTests {
    private func call(_ words: String...) throws -> Call {
        guard case .call(let call) = try Kitchen.program.parse(words) else { throw NoCall() }
        return call
    }

    @Test func `takes options before, between and behind arguments`() throws {
        let call = try call("--loud", "bake", "--heat", "high", "bread", "--spice=salt", "cake")
        #expect(call.command == Kitchen.bake && call.arguments == ["bread", "cake"])
        #expect(call.has(Kitchen.loud) && call.value(of: Kitchen.heat) == "high")
        #expect(call.values(of: Kitchen.spice) == ["salt"])
    }

    @Test func `finds the argument that was left out by what stands in its place`() {
        let error = #expect(throws: UsageError.self) { try call("dishes", "wash", "plate", "cup") }
        #expect(error?.description == "TEMPERATURE cannot be 'plate'; it is one of cold, warm")
    }

    @Test func `finds a command of two words`() throws {
        #expect(try call("dishes", "--loud", "wash", "warm").command == Kitchen.wash)
    }

    @Test func `keeps all values of an option, and lets the last one count`() throws {
        let call = try call("bake", "x", "--spice", "salt", "--spice", "", "--heat", "low", "--heat", "high")
        #expect(call.values(of: Kitchen.spice) == ["salt", ""])
        #expect(call.value(of: Kitchen.heat) == "high")
    }

    @Test(arguments: [
        (["--spice", "--heat"], "--heat"), (["--spice=a=b"], "a=b"), (["--spice="], ""),
        (["--spice", "-"], "-"),
    ])
    func `takes any text as a value`(words: [String], value: String) throws {
        guard case .call(let call) = try Kitchen.program.parse(["bake", "x"] + words) else { throw NoCall() }
        #expect(call.value(of: Kitchen.spice) == value)
    }

    @Test func `takes a value that may be missing only behind its sign`() throws {
        let without = try call("bake", "--timer", "bread")
        #expect(without.value(of: Kitchen.timer) == "" && without.arguments == ["bread"])
        #expect(try call("bake", "bread", "--timer=3").value(of: Kitchen.timer) == "3")
        #expect(try call("bake", "bread").value(of: Kitchen.timer) == nil)
        #expect(Kitchen.timer.usage == "--timer[=MINUTES]")
    }

    @Test func `takes words behind two dashes as they are`() throws {
        #expect(try call("bake", "--", "--heat", "-l", "--").arguments == ["--heat", "-l", "--"])
    }

    @Test func `takes one dash as an argument`() throws {
        #expect(try call("bake", "-").arguments == ["-"])
    }

    @Test func `takes a value glued to a short option`() throws {
        let program = Program(
            "p", "s", options: [Option("output", short: "o", .text("FORMAT"), "How to print.")])
        for words in [["-ojson"], ["-o", "json"], ["-o=json"], ["--output=json"]] {
            guard case .call(let call) = try program.parse(words) else { throw NoCall() }
            #expect(call.value(of: program.options[0]) == "json")
        }
        #expect(throws: UsageError.self) { try program.parse(["-hx"]) }
    }

    @Test(arguments: [["--version"], ["-V"], ["version"], ["bake", "-V"]])
    func `the version is shown wherever it is requested`(words: [String]) throws {
        #expect(try Kitchen.program.parse(words) == .version)
    }

    @Test func `gives a command its own option of a common name`() throws {
        #expect(try Kitchen.program.parse(["--version"]) == .version)
        #expect(try Kitchen.program.parse(["dishes", "dry", "--version"]) == .version)
        #expect(try call("bake", "x", "--version", "2").value(of: Kitchen.version) == "2")
    }

    @Test(arguments: [
        (["--help"], []), (["-h"], []), (["help"], []), (["bake", "--help"], ["bake"]),
        (["help", "heat"], ["heat"]), (["help", "exit-codes"], ["exit-codes"]),
        (["--help", "bake"], ["bake"]),
        (["help", "bake"], ["bake"]), (["help", "dishes", "wash"], ["dishes", "wash"]),
        (["help", "dishes"], ["dishes"]), (["dishes", "--help"], ["dishes"]),
        (["bake", "--heat", "low", "-h"], ["bake"]),
    ])
    func `the help is shown wherever it is requested`(words: [String], topic: [String]) throws {
        #expect(try Kitchen.program.parse(words) == .help(topic, isShort: words.contains("-h")))
    }

    @Test(arguments: [
        (["bkae", "x"], "unknown command 'bkae', did you mean 'bake'?"),
        (["dishes", "wsh"], "unknown command 'dishes wsh', did you mean 'dishes wash'?"),
        (
            ["dishes", "cup"],
            "unknown command 'dishes cup'; 'dishes' needs one of 'wash', 'dry', such as 'kitchen dishes wash cup'"
        ),
        (["fry"], "unknown command 'fry'; use 'bake'"),
        (["help", "hea"], "unknown command 'hea', did you mean 'heat'?"),
        (["--lo"], "unknown option '--lo', did you mean '--loud'?"),
        (["bake", "--hea", "x"], "unknown option '--hea', did you mean '--heat'?"),
        (["bake", "--he", "x"], "unknown option '--he', did you mean '--heat' or '--help'?"),
        (["xyz"], "unknown command 'xyz'; 'kitchen help' lists them"),
        (["help", "xyz"], "unknown command 'xyz'; 'kitchen help' lists them"),
        (["dishes"], "'dishes' needs one of 'wash', 'dry'"),
        ([], "a command is missing; 'kitchen help' lists them"),
        (["--laud", "bake", "x"], "unknown option '--laud', did you mean '--loud'?"),
        (["-x"], "unknown option '-x'; '--help' lists them"),
        (["--heat", "low", "bake", "x"], "'--heat' belongs to a command; write it behind that"),
        (["bake"], "'bake' needs THING; 'kitchen bake --help' has examples"),
        (["dishes", "dry", "cup"], "'dishes dry' takes no argument, but there is 'cup'"),
        (["dishes", "wash", "warm", "cup"], "'dishes wash' takes only TEMPERATURE, but there is 'cup'"),
        (["dishes", "wash", "wram"], "TEMPERATURE cannot be 'wram', did you mean 'warm'?"),
        (["bake", "x", "--heat", "tepid"], "--heat cannot be 'tepid'; it is one of low, high"),
        (["bake", "x", "--heat"], "'--heat' needs a value: --heat LEVEL"),
        (["bake", "x", "--loud=yes"], "'--loud' takes no value"),
    ])
    func `the message says in one sentence what is wrong`(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try Kitchen.program.parse(words) }
        #expect(error?.description == sentence)
    }

    private struct NoCall: Error {}
}
