import Bytes
import CommandLine
import Commands
import TestSupport

/// The action of a command line.
func action(_ words: [String], _ variables: [String: String] = [:]) throws -> Action {
    guard case .call(let call) = try Program.ossauthctl.parse(words) else { throw NoCall() }
    return try Action(call) { variables[$0] }
}

/// The requests of a command line, as they go over the wire.
func requests(_ words: [String], _ variables: [String: String] = [:]) throws -> [String] {
    let requests: [APIRequest] =
        switch try action(words, variables) {
        case .watch: [.watch]
        case .bench(let terms): [terms.request]
        case .presign(.arguments(let locations), let terms): presignRequests(locations, terms)
        case .presign(.standardInput, _): []
        case .status, .top, .profiles: [.status]
        case .completion, .doctor, .check, .verify: []
        case .sign(let location, let terms, _): [.sign(location, terms)]
        case .postPolicy(let form, _): [.postPolicy(form)]
        case .whoami: [.whoami]
        case .showCredentials(let wish, _): [.credentials(wish)]
        case .export(let export): [.credentials(export.wish)]
        case .execute(let execution): [.credentials(execution.wish)]
        case .explain(let somebody, let wanted): [.explain(somebody.naming(7), wanted)]
        case .setCredentials(let name, _): [.setCredentials(name)]
        case .forgetCredentials(let name): [.forgetCredentials(name)]
        case .refresh(let names): names.map { .refresh($0) }
        case .reload: [.reload]
        case .metrics: [.metrics]
        }
    return requests.map { request in
        var bytes = ByteBuffer()
        request.write(into: &bytes)
        return bytes.string
    }
}

private func presignRequests(_ locations: [ObjectLocation], _ terms: PresignTerms) -> [APIRequest] {
    let window = PresignWindow(locations)
    return (0..<window.requestCount).map { window.request($0, terms) }
}

/// What stands behind the head of a request.
func body(of request: String) -> String {
    String(request.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).last ?? "")
}

struct NoCall: Error {}
