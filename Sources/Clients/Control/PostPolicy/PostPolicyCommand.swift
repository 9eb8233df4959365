internal import Bytes
package import CommandLine
package import OSSAuthClient
internal import Reaching

/// `post-policy`: signs a form for a browser.
package struct PostPolicyCommand: ProgramCommand {
    package static let command = Command(
        "post-policy", "Sign a form by which a browser uploads",
        details: [
            """
            A URL that ends in a slash, or has no key, lets the browser name the object below it; any other is \
            the key of the object. Prints the address, then the fields of the form, one per line; the file comes \
            behind all of them.
            """
        ],
        arguments: [Argument("OSS-URL", "oss://BUCKET/KEY or oss://BUCKET/FOLDER/; not encoded.")],
        options: [.html, .curl, .body] + Option.formOptions,
        examples: [
            Example(
                "post-policy oss://bucket/incoming/ --max-size 10M --html",
                "a form that uploads into a folder"),
            Example("post-policy oss://bucket/note.txt --curl --body note.txt", "the same with curl"),
            Example(
                "post-policy oss://bucket/photo.jpg --content-type image/jpeg",
                "fields for a form of your own"),
        ])

    package let form: PostForm
    package let style: FormStyle

    package init(_ call: Call) throws(UsageError) {
        try call.checkOneForm(of: .curl, .html, .json)
        form = try PostForm(call)
        style = try FormStyle(call)
    }

    package var request: DaemonRequest { form.daemonRequest }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let reply = try session.ask(request)
        let answer = try Failure.reading(SignedAnswer(reply.body, count: 1))
        guard !answer.fields.isEmpty else { throw Failure(DaemonError.missing("fields")) }
        if session.printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            try Failure.reading(document.append(signedForm: reply.body, for: form))
            try session.printJSON(document.span)
        } else {
            let text = style.text(of: answer, for: form)
            try session.terminal.printForProgram(text.utf8Span.span)
        }
        if answer.endsWithCredential {
            session.terminal.note(SignedPage.note(onEndOf: "the form ends", answer))
        }
        session.terminal.explain(SignedPage.explanation(of: answer, session.terminal.errorInk))
        return .done
    }
}
