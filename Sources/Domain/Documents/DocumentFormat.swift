/// In which form a program wants to be handed a credential.
package enum DocumentFormat: String, CaseIterable, Sendable {
    /// The six members that a server of credentials answers.
    case json
    /// Variables for a shell, or for `EnvironmentFile=`.
    case env
    /// What the OSS SDKs and ossfs read from a process.
    case process
    /// What the credentials libraries and aliyun-cli read from a process.
    case external
    /// The file of the Java SDK.
    case ini
    /// The configuration file of ossutil, of both its major versions.
    case ossutil
    /// What ossfs reads, which is not quite JSON.
    case ossfs
    /// The answer of an AppServer.
    case appserver

    /// Whether it says where requests go.
    package var hasPlace: Bool { self == .env || self == .ossutil }

    /// A sentence for references and help.
    package var summary: String {
        switch self {
        case .json: "six members, as from a credentials URI or the metadata service"
        case .env: "NAME=value lines for a shell or EnvironmentFile=, with the names that exec sets"
        case .process: "four members, for credential processes of OSS SDKs"
        case .external: "StsToken, for mode External of aliyun-cli and the credentials libraries"
        case .ini: "credentials file of the Java SDK"
        case .ossutil: "configuration file of ossutil"
        case .ossfs: "four members, for -ocredential_process of ossfs"
        case .appserver: "the answer of an AppServer"
        }
    }
}
