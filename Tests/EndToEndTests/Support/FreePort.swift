import TestSupport

/// A port of this host that nobody listens at, for a daemon that has to be told one.
func freePort() throws -> String {
    var python = try RunningProgram("python3", ["-B", sourceTree("Tests/Fixtures/free_port.py")])
    return try python.readLine()
}
