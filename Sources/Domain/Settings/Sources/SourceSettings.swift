package import Exchange
internal import Sections

/// The settings of a source: its keys, and the conditions between them.
protocol SourceSettings: Sendable {
    /// Sets the defaults, and a placeholder for each mandatory key.
    init()
    static var keys: [Key<Self>] { get }
    mutating func check(in section: Section, _ reading: inout Reading)
}

extension SourceSettings {
    mutating func check(in section: Section, _ reading: inout Reading) {}
}

/// A long-term key pair in files.
package struct StaticSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var accessKeyIDFile = SecretPlace.file(path: "")
    package internal(set) var accessKeySecretFile = SecretPlace.file(path: "")

    init() {}

    static let keys: [Key<StaticSettings>] = [
        .one("AccessKeyIDFile", \.accessKeyIDFile, .secretFile, "File with the AccessKey ID.").mandatory,
        .one("AccessKeySecretFile", \.accessKeySecretFile, .secretFile, "File with the AccessKey secret.")
            .mandatory,
    ]
}

/// A command that prints a credential.
package struct ProcessSettings: Equatable, Sendable, SourceSettings {
    /// An absolute path and its arguments.
    package internal(set) var command: [String] = []
    package internal(set) var timeout = Duration.seconds(30)

    init() {}

    static let keys: [Key<ProcessSettings>] = [
        .words("Command", \.command, .text, "Absolute path and arguments; there is no shell.").mandatory,
        .one("Timeout", \.timeout, .fetching, "Time limit of the command."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        _ = section.command("Command", command, &reading)
    }
}

/// A list of other profiles, of which the first that works is used.
package struct ChainSettings: Equatable, Sendable, SourceSettings {
    /// Never empty.
    package internal(set) var profiles: [String] = []

    init() {}

    static let keys: [Key<ChainSettings>] = [
        .words("Profiles", \.profiles, .name, "The profiles, in the order in which they are tried.").mandatory
    ]
}

/// A server that returns the standard credential document.
package struct CredentialsURISettings: Equatable, Sendable, SourceSettings {
    package internal(set) var url = ExchangeURL(constant: "https://invalid")
    package internal(set) var allowsPlainHTTP = false
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<CredentialsURISettings>] =
        own + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let own: [Key<CredentialsURISettings>] = [
        .one("URL", \.url, .url, "URL of the document.").mandatory,
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http to another host is allowed."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if !allowsPlainHTTP { section.reportPlainHTTP("URL", through: exchange.proxy, &reading) }
    }
}

/// How to connect to a server whose protocol leaves no other choice.
package struct ExchangeSettings: Equatable, Sendable {
    package internal(set) var timeout = Duration.seconds(15)
    package internal(set) var proxy: ExchangeURL?
    /// `nil`: the certificate authorities of the host.
    package internal(set) var authoritiesFile: String?

    static let keys: [Key<ExchangeSettings>] = [
        .one("Timeout", \.timeout, .fetching, "Time limit of the whole exchange."),
        .maybe("Proxy", \.proxy, .url, "Proxy for the exchange."),
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
    ]
}
