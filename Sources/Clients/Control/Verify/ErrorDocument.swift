extension String {
    /// The text of the first element of an XML document with this name and without attributes.
    func element(_ name: String) -> String? {
        guard let start = place(of: "<\(name)>"), let end = place(of: "</\(name)>", from: start.upperBound)
        else { return nil }
        let text = Array(utf8)[start.upperBound..<end.lowerBound]
        return String(decoding: text, as: UTF8.self).unescapedXML
    }

    private var unescapedXML: String {
        let parts = split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let pieces = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2, let character = Unicode.Scalar.named(pieces[0]) else {
                text += "&" + part
                return
            }
            text.unicodeScalars.append(character)
            text += pieces[1]
        }
    }
}

extension Unicode.Scalar {
    /// The character of an entity.
    fileprivate static func named(_ entity: Substring) -> Unicode.Scalar? {
        let named: [Substring: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]
        guard entity.hasPrefix("#") else { return named[entity] }
        let digits = entity.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }
}
