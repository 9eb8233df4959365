package import Bytes
internal import CommandLine
internal import JSON
internal import Kernel
package import OSSAuthClient
internal import Reaching

extension Command {
    static let whoami = Command(
        "whoami", "Show as whom the daemon knows you, and what you may do",
        details: [
            """
            A rule may ask for the unit, the program and the label of a caller. This shows which of them the daemon \
            found, and how sure it is that they are yours.
            """
        ],
        examples: [
            Example("whoami", "user, unit, program and rules"), Example("whoami --json", "for a program"),
        ])
}

extension Session {
    mutating func showIdentity() throws(Failure) {
        let reply = try ask(.whoami)
        let answer = try Identity(reading: reply.body)
        guard !printsJSON else { return try printIdentity(reply, of: answer) }
        let page = RulesPage(terminal.ink, columns: terminal.columns(of: .output))
        try terminal.print(page.text(of: answer, named: userName))
    }

    /// Prints the answer with the name and the groups that the page shows too.
    private func printIdentity(_ reply: borrowing Reply, of answer: Identity) throws(Failure) {
        var document = ByteBuffer(capacity: 4_096)
        try Failure.reading { () throws(DaemonError) in
            try document.append(identity: reply.body, of: answer, named: userName)
        }
        try printJSON(document.span)
    }

    private var userName: String? { (try? Account.numbered(ThisProcess.user))?.name }
}

extension ByteBuffer {
    /// Appends the answer, with the name of the user and the groups where the daemon did not look them up.
    package mutating func append(
        identity reply: Span<UInt8>, of answer: Identity, named name: String?
    ) throws(DaemonError) {
        try append(object: reply) { output, member, json throws(JSONError) in
            let value = json.bytes(try json.skipValue())
            switch member {
            case "user" where answer.user == nil: output.value(orNull: name)
            case "groups" where answer.groups.isEmpty:
                output.beginArray()
                output.value(answer.groupNumber)
                output.endArray()
            default: output.append(value)
            }
        }
    }
}
