/// The configuration of nginx for one `[Forward]` section.
struct GatewayConfiguration {
    let port: UInt16
    let profile: String
    /// Hosts of OSS: that of the profile, and perhaps the one before it.
    let endpoints: [String]
    /// The file with the authorities of this host.
    let authorities: String

    /// The template with the names of this section in place of `@PROFILE@` and so on.
    var text: String {
        let template = String(decoding: PackageResources.nginx_conf, as: UTF8.self)
        let lines = template.split(separator: "\n" as Character, omittingEmptySubsequences: false)
        return lines.map(filled).joined(separator: "\n")
    }

    /// A line with `@ENDPOINT@` is there for each endpoint.
    private func filled(_ line: Substring) -> String {
        // Not `split` by a text, which needs the engine of regular expressions.
        let parts = line.split(separator: "@" as Character, omittingEmptySubsequences: false)
        let hosts = parts.contains("ENDPOINT") ? endpoints[...] : endpoints.prefix(1)
        return hosts.map { fill(parts[...], for: $0) }.joined(separator: "\n")
    }

    private func fill(_ parts: ArraySlice<Substring>, for endpoint: String) -> String {
        let values = [
            "PORT": String(port), "PROFILE": profile, "PRESENT": endpoint, "ENDPOINT": endpoint,
            "AUTHORITIES": authorities,
        ]
        var parts = parts
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
}
