package import Bytes
package import Documents
internal import HTTP
internal import Text

/// The query of `GET /v1/credentials`: the profile, the remaining validity, and the format.
///
/// `GET /v1/compat` takes only the profile.
package struct HandoutCall: ~Copyable {
    /// The decoded query, which contains the name of the profile.
    package let text: ByteBuffer
    package let profile: Range<Int>?
    /// The remaining validity that the credential must have, in seconds.
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

/// The parameters so far, and the first error in them.
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

    private mutating func takeFormat(_ value: Span<UInt8>) {
        fault = format == nil ? nil : .malformed(.parameterTwice("format"))
        format = DocumentFormat(ofServer: value)
        if format == nil {
            fault = .invalidRequest(.field("format", mustBe: "json, appserver or aws"))
        }
    }
}

extension DocumentFormat {
    /// The formats that servers of credentials use; the other formats are for files and processes.
    fileprivate init?(ofServer name: Span<UInt8>) {
        if name.equals("json") {
            self = .json
        } else if name.equals("appserver") {
            self = .appserver
        } else if name.equals("aws") {
            self = .aws
        } else {
            return nil
        }
    }

    /// The format in the query of a compat address; `nil` for a query that is anything else.
    package init?(compatQuery query: Span<UInt8>) {
        guard !query.isEmpty else {
            self = .json
            return
        }
        let start: StaticString = "format="
        guard query.hasPrefix(start) else { return nil }
        self.init(ofServer: query.extracting(droppingFirst: start.utf8CodeUnitCount))
    }
}

/// The request of systemd for `LoadCredential=`: its socket has the name NUL, a random number, then `/unit/UNIT/ID`
/// (systemd.exec(5)).
package struct ServiceCredentialRequest: Equatable {
    package let unit: Range<Int>
    /// The name of the credential, which is that of a profile.
    package let profile: Range<Int>

    /// `nil` if the name is not one that systemd uses.
    package init?(peerName name: Span<UInt8>) {
        guard name.count > 1, name[0] == 0,
            let slash = name.firstIndex(of: UInt8(ascii: "/"), from: 1), slash > 1,
            name.extracting(droppingFirst: slash).hasPrefix("/unit/")
        else { return nil }
        let start = slash + "/unit/".utf8.count
        guard let end = name.firstIndex(of: UInt8(ascii: "/"), from: start), end > start,
            end + 1 < name.count,
            name.firstIndex(of: UInt8(ascii: "/"), from: end + 1) == nil,
            name.firstIndex(of: 0, from: 1) == nil
        else { return nil }
        unit = start..<end
        profile = (end + 1)..<name.count
    }
}
