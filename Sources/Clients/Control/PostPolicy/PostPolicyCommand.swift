internal import Bytes
internal import CommandLine
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let postPolicy = Command(
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
}

extension Option {
    static let html = Option("html", .flag, "Print a form for a page in the web.")
    static let maximumSize = Option(
        "max-size", .text("BYTES"), "The largest size of the file: 1048576, 10M, 1G.",
        standard: "what OSS allows")
    static let formType = Option(
        "content-type", .text("TYPE"), "The Content-Type that the form must state.", standard: "any")
    static let formExpires = Option(
        "expires", .span("TIME"), "How long the form is valid: 900, 15min, 1h.",
        standard: "15min, or less if the rule allows less")
    static let formVersion = Option(
        "signature-version", .choice("VERSION", ["v4", "v1"]), "The signature algorithm.",
        standard: "that of the profile")
    static let successStatus = Option(
        "success-status", .choice("STATUS", ["200", "201", "204"]), "What OSS answers to an upload.",
        standard: "204")

    static let formOptions = [
        formExpires, profile, formVersion, endpoint, region, addressing, cloudBoxID, maximumSize,
        formType,
        successStatus, time, minValid, showStringToSign,
    ]
}

/// The text form of a form.
package enum FormStyle: Equatable, Sendable {
    case fields
    case html
    case curl(file: String?)

    init(_ call: Call) throws(UsageError) {
        guard !(call.has(.curl) && call.has(.html)) else {
            throw UsageError("--curl and --html are two forms; choose one")
        }
        let file = call.value(of: .body)
        guard file == nil || call.has(.curl) else { throw UsageError("--body is for --curl") }
        self = call.has(.curl) ? .curl(file: file) : call.has(.html) ? .html : .fields
    }
}

extension Session {
    mutating func signForm(_ form: PostForm, as style: FormStyle) throws(Failure) {
        let reply = try ask(form.daemonRequest)
        let answer = try SignedAnswer(formIn: reply.body)
        if printsJSON {
            try printJSON(reply, completing: form)
        } else {
            try terminal.printForProgram(FormPage.text(of: answer, for: form, as: style).utf8Span.span)
        }
        if let note = FormPage.note(on: answer) { terminal.note(note) }
        terminal.explain(FormPage.explanation(of: answer, terminal.errorInk))
    }

    private func printJSON(_ reply: borrowing Reply, completing form: PostForm) throws(Failure) {
        var document = ByteBuffer(capacity: 4_096)
        try Failure.reading { () throws(DaemonError) in
            try document.append(signedForm: reply.body, for: form)
        }
        try printJSON(document.span)
    }
}
