/// The sample of an AppServer that the package contains, with a ledger of the keys that it makes up.
package struct SampleAppServer: ~Copyable {
    package let program: RunningProgram
    /// Without a path.
    package let url: String

    package init(_ arguments: [String] = []) throws {
        var program = try RunningProgram(
            "python3", ["-B", sourceTree("packaging/examples/appserver.py")] + arguments)
        url = String(try program.readLine().dropFirst("listening on ".count))
        self.program = program
    }
}
