package import Bytes
internal import HTTP
internal import Text

/// What `GET /v1/credentials` asks for by its query, whose credential and how long it must live; and `GET /v1/compat`, which
/// takes no life.
package struct HandoutCall: ~Copyable {
    /// The decoded query, which holds the profile's name.
    package let text: ByteBuffer
    package let profile: Range<Int>?
    /// Seconds.
    package let minValid: Int

    package init(query: Span<UInt8>, takesLife: Bool = true) throws(Problem) {
        var text = ByteBuffer(capacity: query.count)
        var items = Items(takesLife: takesLife)
        var reader = QueryReader(query)
        do throws(HTTPError) {
            while let item = try reader.next(into: &text) { items.take(item, of: text.span) }
        } catch {
            throw .malformed(.http(error))
        }
        if let fault = items.fault { throw fault }
        profile = items.profile
        minValid = items.minValid ?? 0
        self.text = text
    }
}

/// The parameters so far, and the first thing that is wrong with them.
private struct Items {
    let takesLife: Bool
    var profile: Range<Int>?
    var minValid: Int?
    var fault: Problem?

    mutating func take(_ item: QueryItem, of text: Span<UInt8>) {
        guard fault == nil else { return }
        let name = text.extracting(item.name)
        let value = item.value ?? 0..<0
        if name.equals("profile") {
            fault = profile == nil ? nil : .malformed(.parameterTwice("profile"))
            profile = value
        } else if takesLife, name.equals("minValid") {
            fault = minValid == nil ? nil : .malformed(.parameterTwice("minValid"))
            guard let seconds = text.extracting(value).decimalValue else {
                fault = .invalidRequest(.value("minValid", mustBe: "0 or more seconds"))
                return
            }
            minValid = seconds
        } else {
            fault = .malformed(.unknownParameter)
        }
    }
}
