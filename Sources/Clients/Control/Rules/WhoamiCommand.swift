package import Bytes
package import CommandLine
internal import JSON
internal import Kernel
package import OSSAuthClient
internal import Reaching

/// `whoami`: shows the caller and its rules.
package struct WhoamiCommand: ProgramCommand {
    package static let command = Command(
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

    package init(_ call: Call) {}

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let reply = try session.ask(.whoami)
        let answer = try Identity(reading: reply.body)
        if session.printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            try Failure.reading(document.append(identity: reply.body, of: answer, named: userName))
            try session.printJSON(document.span)
        } else {
            try session.terminal.print(session.terminal.page.text(of: answer, named: userName))
        }
        return .done
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
