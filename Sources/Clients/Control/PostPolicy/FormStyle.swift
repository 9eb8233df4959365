package import Bytes
internal import CommandLine
internal import JSON
package import OSSAuthClient

extension Option {
    static let html = Option("html", .flag, "Print a form for a page in the web.")
}

/// The text form of a form.
package enum FormStyle: Equatable, Sendable {
    case fields
    case html
    case curl(file: String?)

    init(_ call: Call) throws(UsageError) {
        let file = try call.curlBody()
        self = call.has(.curl) ? .curl(file: file) : call.has(.html) ? .html : .fields
    }

    package func text(of answer: SignedAnswer, for form: PostForm) -> String {
        let fields = form.fields + answer.fields
        switch self {
        case .fields:
            return SignedPage.lines(["POST \(answer.urls[0])"] + fields.map { "\($0.name)=\($0.value)" })
        case .html: return FormStyle.html(fields, to: answer.urls[0])
        case .curl(let file): return CurlLine.posting(fields, file ?? "FILE", to: answer.urls[0])
        }
    }

    private static func html(_ fields: [OSSRequest.Header], to url: String) -> String {
        let inputs = fields.map {
            "  <input type=\"hidden\" name=\"\($0.name.escapedHTML)\" value=\"\($0.value.escapedHTML)\">\n"
        }
        return """
            <form action="\(url.escapedHTML)" method="post" enctype="multipart/form-data">
            \(inputs.joined())  <input type="file" name="file">
              <button>Upload</button>
            </form>

            """
    }
}

extension String {
    fileprivate var escapedHTML: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
    }
}

extension ByteBuffer {
    /// Appends the answer, with the fields that the policy requires and the answer does not have.
    package mutating func append(signedForm reply: Span<UInt8>, for form: PostForm) throws(DaemonError) {
        try append(object: reply) { output, name, json throws(JSONError) in
            guard name == "fields" else { return output.append(json.bytes(try json.skipValue())) }
            output.beginObject()
            for field in form.fields { output.append(field) }
            try json.object { name, json throws(JSONError) in
                output.append(OSSRequest.Header(name, try json.text()))
            }
            output.endObject()
        }
    }

    private mutating func append(_ field: OSSRequest.Header) {
        name(field.name.utf8Span.span)
        value(field.value)
    }
}
