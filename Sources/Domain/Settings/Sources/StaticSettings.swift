internal import Sections

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
