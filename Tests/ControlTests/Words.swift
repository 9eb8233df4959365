import Bytes
import CommandLine
import Control
import OSSAuthClient
import TestSupport

/// The action of a command line.
func action(_ words: [String], _ variables: [String: String] = [:]) throws -> Action {
    guard case .call(let call) = try Program.ossauthctl.parse(words) else { throw NoCall() }
    return try Action(call) { variables[$0] }
}

/// The requests of a command line, as they go over the wire.
func requests(_ words: [String], _ variables: [String: String] = [:]) throws -> [String] {
    let requests: [DaemonRequest] =
        switch try action(words, variables) {
        case .watch: [.watch]
        case .presign(.arguments(let locations), let terms): presignRequests(locations, terms)
        case .presign(.standardInput, _): []
        case .status, .top: [.status]
        case .completion, .doctor, .verify, .selfTest: []
        case .sign(let location, let template, _): [.sign(template.request(at: location), template.terms)]
        case .postPolicy(let form, _): [form.daemonRequest]
        case .whoami: [.whoami]
        case .showCredentials(let selection, _): [selection.request]
        case .export(let export): [export.selection.request]
        case .execute(let execution): [execution.selection.request]
        case .explain(let caller, let request): [.explain(caller.naming(7), request)]
        case .setCredentials(let name, _): [.setCredentials(profile: name.text)]
        case .forgetCredentials(let name): [.forgetCredentials(profile: name.text)]
        case .refresh(let names): names.map { .refresh(profile: $0.text) }
        case .reload: [.reload]
        case .metrics: [.metrics]
        }
    return requests.map { request in
        var bytes = ByteBuffer()
        request.write(into: &bytes)
        return bytes.string
    }
}

private func presignRequests(_ locations: [ObjectLocation], _ terms: PresignTerms) -> [DaemonRequest] {
    let window = PresignWindow(locations.map { ListedLocation($0) }, byType: terms.detectsType)
    return (0..<window.requestCount).map { window.request($0, terms) }
}

/// The body of a request.
func body(of request: String) -> String {
    String(request.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).last ?? "")
}

struct NoCall: Error {}
