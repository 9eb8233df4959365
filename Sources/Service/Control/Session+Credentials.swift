internal import Bytes
internal import Commands
internal import Documents
internal import Kernel
internal import Reaching

extension Session {
    /// Never the secrets, in whatever form: for those there is `export`.
    mutating func showCredential(_ wish: CredentialWish) throws(Failure) {
        let answer = try credential(wish)
        guard printsJSON else { return try terminal.print(answer.page) }
        var document = ByteBuffer(capacity: 256)
        answer.write(withoutSecretsInto: &document)
        try printJSON(document.span)
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
        defer { document.wipe() }
        try terminal.print(document.span)
    }

    mutating func credential(_ wish: CredentialWish) throws(Failure) -> CredentialAnswer {
        // Best effort: a kernel that refuses this still keeps the secret from other users.
        try? ThisProcess.forbidDumps()
        var reply = try ask(.credentials(wish))
        do throws(AnswerError) {
            let answer = try CredentialAnswer(reply.body)
            reply.wipe()
            return answer
        } catch {
            reply.wipe()
            throw Failure(error)
        }
    }
}
