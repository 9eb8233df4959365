internal import Bytes
internal import Commands
internal import Documents
internal import Kernel

extension Session {
    /// Without the secrets wherever the output goes, unless they are asked for.
    mutating func showCredential(_ wish: CredentialWish, reveals: Bool) throws(Failure) {
        let answer = try credential(wish)
        var output = ByteBuffer(capacity: 4_096)
        if printsJSON {
            answer.writeMembers(into: &output, reveals: reveals)
            try printJSON(output.span)
        } else {
            answer.writePage(into: &output, reveals: reveals)
            try terminal.print(output.span)
        }
    }

    mutating func write(_ export: Export) throws(Failure) {
        guard export.reveals || !StandardStream.output.isTerminal else {
            throw Failure(
                .usage, "standard output is this terminal, which would show a secret; use a pipe, or --reveal"
            )
        }
        let answer = try credential(export.wish)
        let (endpoint, region) = try place(of: export)
        var document = ByteBuffer(capacity: 4_096)
        answer.withDocument(endpoint: endpoint, region: region) { document.append($0, as: export.format) }
        try terminal.printForProgram(document.span)
    }

    /// Where the requests go, for a form that says it.
    private mutating func place(of export: Export) throws(Failure) -> (endpoint: String, region: String) {
        guard export.format.hasPlace, export.endpoint == nil || export.region == nil else {
            return (export.endpoint ?? "", export.region ?? "")
        }
        let profile = try ask(.compat(export.wish), for: AddressAnswer.self)
        // The region of the profile need not be that of another endpoint.
        let region = export.region ?? (export.endpoint == nil ? profile.region : nil)
        return (export.endpoint ?? profile.endpoint ?? "", region ?? "")
    }

    mutating func credential(_ wish: CredentialWish) throws(Failure) -> CredentialAnswer {
        // Best effort: a kernel that refuses this still keeps the secret from other users.
        try? ThisProcess.forbidDumps()
        return try ask(.credentials(wish), for: CredentialAnswer.self)
    }
}
