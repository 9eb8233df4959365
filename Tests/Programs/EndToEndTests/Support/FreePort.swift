import TestSupport

/// A port of this host at which no program listens, for a daemon that needs a given one.
func freePort() throws -> String {
    var python = try RunningProgram("python3", ["-B", sourceTree("Tests/Support/Fixtures/free_port.py")])
    return try python.readLine()
}
