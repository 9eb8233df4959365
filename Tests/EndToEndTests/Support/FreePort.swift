import TestSupport

/// A port of this host that nobody listens at, for a daemon that has to be told one.
func freePort() throws -> String {
    var python = try RunningProgram(
        "python3", ["-c", "import socket; print(socket.create_server(('127.0.0.1', 0)).getsockname()[1])"])
    return try python.readLine()
}
