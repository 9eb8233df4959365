internal import Kernel

/// The server of `Tests/Support/Fixtures/servers`, which answers as the path says.
package struct ScriptedServer: ~Copyable {
    package let port: String
    private let program: RunningProgram

    /// Speaks TLS when there is a certificate.
    package init(with certificate: Certificate? = nil) throws {
        let script =
            sourceTree("Tests/Support/Fixtures/servers/scripted_server.py")
        let files = certificate.map { [$0.file, $0.key] } ?? []
        var program = try RunningProgram("python3", ["-B", script] + files)
        port = try program.readLine()
        self.program = program
    }
}

/// A certificate and its key, in files.
package struct Certificate {
    package let file: String
    package let key: String
}

/// An authority that only the tests know.
package final class Authority {
    private let directory: TemporaryDirectory
    /// To be trusted by those who believe in it.
    package let certificate: Certificate

    package init() throws {
        directory = try TemporaryDirectory()
        certificate = Certificate(file: directory.appending("ca.pem"), key: directory.appending("ca.key"))
        try openssl(certificate, ["-subj", "/CN=Test Authority"])
    }

    /// The same that ended a day ago.
    package func certifyForThePast(_ name: String) throws -> Certificate {
        let stem = directory.appending("past-" + name.replacing(":", with: "-"))
        let made = Certificate(file: stem + ".pem", key: stem + ".key")
        try run(
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj"]
                + [
                    "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", made.key, "-out",
                    stem + ".csr",
                ])
        try run(
            ["x509", "-req", "-in", stem + ".csr", "-days", "-1", "-copy_extensions", "copyall"]
                + ["-CA", certificate.file, "-CAkey", certificate.key, "-out", made.file])
        return made
    }

    /// Makes a certificate for `name`, such as `DNS:localhost` or `IP:127.0.0.1`; each file name stands for one key.
    package func certify(_ name: String, as file: String? = nil) throws -> Certificate {
        let stem = directory.appending(file ?? name.replacing(":", with: "-"))
        let made = Certificate(file: stem + ".pem", key: stem + ".key")
        try openssl(
            made,
            [
                "-CA", certificate.file, "-CAkey", certificate.key, "-subj", "/CN=test",
                "-addext", "subjectAltName=\(name)", "-addext", "basicConstraints=critical,CA:FALSE",
            ])
        return made
    }
}

private func openssl(_ certificate: Certificate, _ options: [String]) throws {
    try run(
        [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-out", certificate.file, "-keyout", certificate.key,
        ] + options)
}

private func run(_ arguments: [String]) throws {
    var program = try RunningProgram("openssl", arguments)
    let end = try program.finish()
    guard end == .exited(0) else { throw SystemError(call: "openssl", code: 0, path: arguments.last) }
}
