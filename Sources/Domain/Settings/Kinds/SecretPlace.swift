package import Exchange

/// Where a secret is: the configuration names its file and never holds it.
package enum SecretPlace: Equatable, Sendable {
    case file(path: String)
    /// A credential that systemd hands over, and the folder it is in if this process has one.
    case credential(name: String, directory: String?)

    /// As the configuration says it.
    package var text: String {
        switch self {
        case .file(let path): path
        case .credential(let name, _): name
        }
    }

    /// As the helper is told it, which may be in a unit that has a folder of its own for credentials.
    package func named() throws(ExchangeError) -> Exchange.SecretFile { try Exchange.SecretFile(text) }

    /// The file to read, anew at each use; `nil` for a credential in a process that was given none.
    package var path: String? {
        switch self {
        case .file(let path): path
        case .credential(let name, let directory): directory.map { "\($0)/\(name)" }
        }
    }
}

extension Kind<SecretPlace> {
    /// What is no file name may be the secret itself, so a complaint does not repeat it.
    static var secretFile: Kind {
        Kind(
            write: { $0.text },
            read: { text, environment throws(Complaint) in
                if text.utf8.contains(UInt8(ascii: "/")) {
                    return .file(path: try Kind<String>.path.read(text, environment))
                }
                guard text != ".", text != "..", text.utf8.count <= 255 else {
                    throw Complaint(message: "this is neither an absolute path nor the name of a credential")
                }
                return .credential(name: text, directory: environment.credentialsDirectory)
            })
    }
}

extension Kind<String> {
    /// An absolute path that means one place.
    static var path: Kind {
        .text("a path is absolute and has no '.' or '..' in it") { text in
            text.hasPrefix("/") && text.utf8.count <= 4_095
                && text.split(separator: "/").allSatisfy { $0 != "." && $0 != ".." }
        }
    }

    /// The path of a Unix socket, for which the kernel has 108 bytes.
    static var socketPath: Kind {
        Kind(
            write: { $0 },
            read: { text, environment throws(Complaint) in
                guard text.utf8.count <= 107 else {
                    throw Complaint(message: "the path of a socket has at most 107 bytes")
                }
                return try Kind<String>.path.read(text, environment)
            })
    }
}
