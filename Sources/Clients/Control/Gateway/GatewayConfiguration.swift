internal import Kernel
internal import Signing
internal import Text

/// The configuration of nginx for the programs of one profile.
struct GatewayConfiguration {
    /// The file that the unit of nginx reads.
    static let path = "/etc/ossauthd/nginx.conf"

    let profile: String
    /// A host of OSS.
    let endpoint: String

    var commandLine: String { "ossauthctl gateway \(profile) \(endpoint)" }

    /// The template with the names of this profile in place of `@PROFILE@` and so on.
    var text: String {
        let values = ["PROFILE": profile, "ENDPOINT": endpoint, "AUTHORITIES": authorities]
        // Not `split` by a text, which needs the engine of regular expressions.
        let template = String(decoding: PackageResources.nginx_conf, as: UTF8.self)
        var parts = template.split(separator: "@" as Character, omittingEmptySubsequences: false)[...]
        var text = String(parts.removeFirst())
        while let part = parts.popFirst() {
            if let value = values[String(part)], let rest = parts.popFirst() {
                text += value + rest
            } else {
                text += "@" + part
            }
        }
        return text
    }

    /// The file with the authorities of this host: that of Debian, or of Red Hat.
    private var authorities: String {
        let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
        return files.first { (try? FileStatus.existing(at: $0)) != nil } ?? files[0]
    }
}

extension GatewayConfiguration {
    /// The one that a file says it is; `nil`: the file does not name the command that printed it.
    init?(namedIn file: String) {
        for line in file.split(separator: "\n" as Character) {
            let words = line.split(separator: " " as Character).suffix(4)
            guard words.count == 4, words.prefix(2).elementsEqual(["ossauthctl", "gateway"]) else { continue }
            let names = words.suffix(2).map(String.init)
            // They become part of a command that people copy.
            guard Name.isValid(names[0]), names[1].utf8Span.span.hasHostOfS3 else { return nil }
            self.init(profile: names[0], endpoint: names[1])
            return
        }
        return nil
    }
}
