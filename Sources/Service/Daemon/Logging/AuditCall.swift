internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Time

/// What a record tells of a call: ranges of its text, and numbers.
struct AuditCall {
    /// Of OSS.
    fileprivate static let longestKey = 1_023
    /// A request for one object has one or two.
    fileprivate static let mostNames = 8

    let operation: StaticString
    let profile: Range<Int>
    let bucket: Range<Int>
    let key: Range<Int>
    let signatures: Int
    /// In seconds, where the answer itself would have an end, and the rules came so far as to see it.
    let expires: Int?
    /// The names that no rule grants without `Parameter=`; of a refused request those that OSS has.
    let parameters: [Range<Int>]
    /// Objects that are read besides.
    let sources: [SourceObject]

    init(_ desk: inout SigningDesk, isGrant: Bool) {
        operation = desk.call.operation.name
        profile = desk.call.profile ?? 0..<0
        bucket = desk.call.request.bucket ?? 0..<0
        // One of many keys is perhaps not checked yet, and as long as its sender liked.
        let first = desk.call.keys.first.flatMap { $0.count <= AuditCall.longestKey ? $0 : nil }
        key = first ?? desk.call.ruledKey
        signatures = desk.call.keys.count
        let hasEnd = desk.call.operation == .presign || desk.call.operation == .postPolicy
        expires = hasEnd ? desk.life.map { Int($0.wholeSeconds) } : nil
        parameters = desk.call.parametersOnRecord(isGrant: isGrant)
        sources = desk.call.sourcesOnRecord
    }
}

extension SigningCall {
    /// Both are empty for most calls, and so cost no memory.
    ///
    /// Each name stands there once, or a parameter with many values would take the places of the others.
    fileprivate func parametersOnRecord(isGrant: Bool) -> [Range<Int>] {
        var names: [Range<Int>] = []
        for index in ruledNames.indices {
            let name = request.text[ruledNames[index]]
            guard !HarmlessParameters.containsAlways(name), isGrant || ConfiguringParameter(name) != nil,
                names.count < AuditCall.mostNames, !holds(name, in: names)
            else { continue }
            names.append(ruledNames[index])
        }
        return names
    }

    private func holds(_ name: Span<UInt8>, in names: [Range<Int>]) -> Bool {
        for other in names where request.text[other].equals(name) { return true }
        return false
    }

    fileprivate var sourcesOnRecord: [SourceObject] {
        var sources: [SourceObject] = []
        for index in self.sources.indices where self.sources[index].key.count <= AuditCall.longestKey {
            sources.append(self.sources[index])
        }
        return sources
    }
}
