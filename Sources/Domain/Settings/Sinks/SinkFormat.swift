package import Documents

/// The form of a sink: one file, or a folder.
package enum SinkFormat: Equatable, Sendable {
    case document(DocumentFormat)
    /// A file for each member of the credential.
    case directory
}

extension SinkFormat {
    static let choices: [(name: String, content: SinkFormat)] =
        DocumentFormat.allCases.map { ($0.rawValue, .document($0)) } + [("directory", .directory)]

    static var names: String { choices.map(\.name).joined(separator: " ") }

    /// With less life left, the programs that read it look for another one.
    ///
    /// The known readers of a folder are ossfs and programs built on it.
    package var margin: Duration {
        switch self {
        case .document(let format): format.margin
        case .directory: DocumentFormat.ossfs.margin
        }
    }
}
