internal import API
internal import Access
internal import Auditing
internal import Bytes
internal import Signing
internal import Time

/// The parts of a call for a record: ranges of its text, and numbers.
struct AuditCall {
    /// The limit of OSS.
    fileprivate static let longestKey = 1_023
    /// A request that a rule grants has no more than `Parameter=` names.
    fileprivate static let mostNamesOfRefusal = 8

    let operation: StaticString
    let profile: Range<Int>
    let bucket: Range<Int>
    /// The lifetime of the answer in seconds, if the rules checked it.
    let expires: Int?
    /// The names that need `Parameter=`; for a refused request only those that OSS knows.
    let parameters: [Range<Int>]
    /// The beginning of the keys for which the answer is; empty: it is for single keys, or for all.
    let prefix: Range<Int>
    /// Further objects that the request reads.
    let sources: [SourceObject]

    init(_ signing: inout SigningContext, isGrant: Bool) {
        // The program used a proxy, and got no signature.
        operation = signing.call.route == .forward ? "forward" : signing.call.operation.name
        profile = signing.call.profile
        bucket = signing.call.request.bucket ?? 0..<0
        let hasEnd = signing.call.operation == .presign || signing.call.operation == .postPolicy
        expires = hasEnd ? signing.life.map { Int($0.wholeSeconds) } : nil
        parameters = signing.call.parametersOnRecord(isGrant: isGrant)
        prefix = isGrant ? signing.call.grantedPrefix : 0..<0
        sources = signing.call.sourcesOnRecord
    }
}

extension CompleteCall {
    var auditClass: AuditClass {
        if operation == .signOpaque || !deletions.isEmpty || hasRestrictedParameter { return .removal }
        return switch request.method {
        case .delete: .removal
        case .get, .head, .options: .read
        case .put, .post: .write
        }
    }

    var signaturesOnRecord: Int { max(1, keys.count + deletions.count) }

    /// All keys of a grant, else the refused one; empty if the request is not for an object.
    func forEachKey(on decision: AuditDecision, _ body: (Span<UInt8>) -> Void) {
        guard decision.isGrant else { return body(request.text[refusedKey(decision.missing?.keyIndex ?? 0)]) }
        for index in keys.indices { body(request.text[keys[index]]) }
        for index in deletions.indices { body(request.text[deletions[index]]) }
        if keys.isEmpty, deletions.isEmpty { body(request.text[ruledKey]) }
    }

    /// It may be unchecked, and of any length.
    private func refusedKey(_ index: Int) -> Range<Int> {
        var key = ruledKey
        if index < keys.count { key = keys[index] }
        if index < deletions.count { key = deletions[index] }
        return key.count <= AuditCall.longestKey ? key : 0..<0
    }

    private var hasRestrictedParameter: Bool {
        for index in ruledNames.indices
        where !HarmlessParameters.containsForAll(request.text[ruledNames[index]], of: request.method) {
            return true
        }
        return false
    }

    /// Empty for most calls, which costs no memory.
    ///
    /// Each name is recorded once, because a parameter with many values would take the places of the others.
    fileprivate func parametersOnRecord(isGrant: Bool) -> [Range<Int>] {
        var names: [Range<Int>] = []
        for index in ruledNames.indices {
            let name = request.text[ruledNames[index]]
            guard !HarmlessParameters.containsAlways(name),
                !names.contains(where: { request.text[$0].equals(name) }),
                isGrant || names.count < AuditCall.mostNamesOfRefusal && RestrictedParameter(name) != nil
            else { continue }
            names.append(ruledNames[index])
        }
        return names
    }

    fileprivate var sourcesOnRecord: [SourceObject] {
        sources.indices.map { sources[$0] }.filter { $0.key.count <= AuditCall.longestKey }
    }
}
