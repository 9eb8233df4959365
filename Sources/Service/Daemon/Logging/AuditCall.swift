internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Time

/// What a record tells of a call: ranges of its text, and numbers.
struct AuditCall {
    /// Of OSS.
    private static let longestKey = 1_023

    let operation: StaticString
    let profile: Range<Int>
    let bucket: Range<Int>
    let key: Range<Int>
    let signatures: Int
    /// In seconds, where the answer itself would have an end, and the rules came so far as to see it.
    let expires: Int?

    init(_ desk: inout SigningDesk) {
        operation = desk.call.operation.name
        profile = desk.call.profile ?? 0..<0
        bucket = desk.call.request.bucket ?? 0..<0
        // One of many keys is perhaps not checked yet, and as long as its sender liked.
        let first = desk.call.keys.first.flatMap { $0.count <= AuditCall.longestKey ? $0 : nil }
        key = first ?? desk.call.ruledKey
        signatures = desk.call.keys.count
        let hasEnd = desk.call.operation == .presign || desk.call.operation == .postPolicy
        expires = hasEnd ? desk.life.map { Int($0.wholeSeconds) } : nil
    }
}
