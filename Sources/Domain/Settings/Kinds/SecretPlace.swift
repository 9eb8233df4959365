package import Exchange
internal import Sections

/// The location of a secret.
///
/// The configuration names the file and never contains the secret.
package enum SecretPlace: Equatable, Sendable {
    case file(path: String)
    /// A credential of systemd, with the credentials directory of this process if it has one.
    case credential(name: String, directory: String?)

    /// The location as the configuration states it.
    package var text: String {
        switch self {
        case .file(let path): path
        case .credential(let name, _): name
        }
    }

    /// The location for the fetch helper, whose unit may have its own credentials directory.
    package func named() throws(ExchangeError) -> Exchange.SecretFile { try Exchange.SecretFile(text) }

    /// The path of the file, which is read again at each use; `nil` for a credential if this process has no credentials
    /// directory.
    package var path: String? {
        switch self {
        case .file(let path): path
        case .credential(let name, let directory): directory.map { "\($0)/\(name)" }
        }
    }
}

extension Kind<SecretPlace> {
    /// A complaint does not repeat the text: an administrator may have written the secret itself.
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
