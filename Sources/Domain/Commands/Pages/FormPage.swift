package import CommandLine

/// A signed form, as people take it further.
package enum FormPage {
    package static func text(of answer: FormAnswer, for form: PostForm, as style: FormStyle) -> String {
        let fields = form.fields + answer.fields
        switch style {
        case .fields:
            return SignedPage.lines(["POST \(answer.url)"] + fields.map { "\($0.name)=\($0.value)" })
        case .html: return html(fields, to: answer.url)
        case .curl(let file): return CurlCommand.posting(fields, file ?? "FILE", to: answer.url)
        }
    }

    private static func html(_ fields: [Field], to url: String) -> String {
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

    /// What whoever gets the form must know besides.
    package static func note(on answer: FormAnswer) -> String? {
        guard answer.limitedBy == "credential" else { return nil }
        return "the form ends at \(answer.expiration) with the credential, earlier than asked for"
    }

    package static func explanation(of answer: FormAnswer, _ ink: Ink) -> String {
        guard let text = answer.stringToSign else { return "" }
        return ink(.bold, "String to sign") + "\n  " + text.visible + "\n"
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
