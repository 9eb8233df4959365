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
        var document = ByteBuffer(capacity: 4_096)
        answer.withDocument(endpoint: export.endpoint, region: export.region) {
            document.append($0, as: export.format)
        }
        try terminal.print(document.span)
    }

    mutating func credential(_ wish: CredentialWish) throws(Failure) -> CredentialAnswer {
        // Best effort: a kernel that refuses this still keeps the secret from other users.
        try? ThisProcess.forbidDumps()
        return try ask(.credentials(wish), for: CredentialAnswer.self)
    }
}
