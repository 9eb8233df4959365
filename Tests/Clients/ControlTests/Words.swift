import Bytes
import CommandLine
import OSSAuthClient
import TestSupport

@testable import Control

/// The command of a command line, with its checked values.
func command(_ words: [String], _ variables: [String: String] = [:]) throws -> any ProgramCommand {
    guard case .call(let call) = try Program.ossauthctl.parse(words, variable: { variables[$0] }) else {
        throw NoCall()
    }
    return try Ossauthctl.command(of: call)
}

/// The same, of one kind.
func command<Wanted: ProgramCommand>(_ words: [String], as kind: Wanted.Type) throws -> Wanted {
    guard let command = try command(words) as? Wanted else { throw NoCall() }
    return command
}

/// The requests of a command line, as they go over the wire.
func requests(_ words: [String], _ variables: [String: String] = [:]) throws -> [String] {
    let requests: [DaemonRequest] =
        switch try command(words, variables) {
        case is EventsCommand: [.watch]
        case let presign as PresignCommand: presign.requests
        case is StatusCommand, is TopCommand: [.status]
        case let sign as SignCommand: [sign.request]
        case let form as PostPolicyCommand: [form.request]
        case is WhoamiCommand: [.whoami]
        case let show as ShowCommand: [show.selection.request]
        case let export as ExportCommand: [export.selection.request]
        case let execution as ExecCommand: [execution.selection.request]
        case let explain as ExplainCommand: [explain.request(by: 7)]
        case let set as SetCommand: [.setCredentials(profile: set.profile.text)]
        case let forget as ForgetCommand: [.forgetCredentials(profile: forget.profile.text)]
        case let refresh as RefreshCommand: refresh.profiles.map { .refresh(profile: $0.text) }
        case is ReloadCommand: [.reload]
        case is MetricsCommand: [.metrics]
        default: []
        }
    return requests.map { request in
        var bytes = ByteBuffer()
        request.write(into: &bytes)
        return bytes.string
    }
}

extension PresignCommand {
    fileprivate var requests: [DaemonRequest] {
        var parts: [PresignPart] = []
        for location in list.arguments
        where parts.isEmpty || !parts[parts.count - 1].add(location, byType: terms.detectsType) {
            parts.append(PresignPart(locations: [location]))
        }
        return parts.map { $0.request(terms) }
    }
}

/// The body of a request.
func body(of request: String) -> String {
    String(request.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).last ?? "")
}

struct NoCall: Error {}
