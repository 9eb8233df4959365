package import Bytes
package import Documents
internal import HTTP
internal import Text

/// What `GET /v1/credentials` asks for by its query, whose credential, how long it must live and in which form; and
/// `GET /v1/compat`, which takes neither life nor form.
package struct HandoutCall: ~Copyable {
    /// The decoded query, which holds the profile's name.
    package let text: ByteBuffer
    package let profile: Range<Int>?
    /// Seconds.
    package let minValid: Int
    package let format: DocumentFormat

    package init(query: Span<UInt8>, takesTerms: Bool = true) throws(Problem) {
        var text = ByteBuffer(capacity: query.count)
        var items = Items(takesTerms: takesTerms)
        var reader = QueryReader(query)
        do throws(HTTPError) {
            while let item = try reader.next(into: &text) { items.take(item, of: text.span) }
        } catch {
            throw .malformed(.http(error))
        }
        if let fault = items.fault { throw fault }
        profile = items.profile
        minValid = items.minValid ?? 0
        format = items.format ?? .json
        self.text = text
    }
}

/// The parameters so far, and the first thing that is wrong with them.
private struct Items {
    let takesTerms: Bool
    var profile: Range<Int>?
    var minValid: Int?
    var format: DocumentFormat?
    var fault: Problem?

    mutating func take(_ item: QueryItem, of text: Span<UInt8>) {
        guard fault == nil else { return }
        let name = text.extracting(item.name)
        let value = item.value ?? 0..<0
        if name.equals("profile") {
            fault = profile == nil ? nil : .malformed(.parameterTwice("profile"))
            profile = value
        } else if takesTerms, name.equals("minValid") {
            takeLife(text.extracting(value))
        } else if takesTerms, name.equals("format") {
            takeFormat(text.extracting(value))
        } else {
            let known = takesTerms ? ["profile", "minValid", "format"] : ["profile"]
            fault = .malformed(.unknownParameter(String(copying: name), among: known))
        }
    }

    private mutating func takeLife(_ value: Span<UInt8>) {
        fault = minValid == nil ? nil : .malformed(.parameterTwice("minValid"))
        guard let seconds = value.decimalValue else {
            fault = .invalidRequest(.field("minValid", mustBe: "0 or more seconds"))
            return
        }
        minValid = seconds
    }

    /// The forms that servers of credentials answer in; the others are for files and processes.
    private mutating func takeFormat(_ value: Span<UInt8>) {
        fault = format == nil ? nil : .malformed(.parameterTwice("format"))
        if value.equals("json") {
            format = .json
        } else if value.equals("appserver") {
            format = .appserver
        } else {
            fault = .invalidRequest(.field("format", mustBe: "json or appserver"))
        }
    }
}
