internal import Access

/// The place of a user's objects, which an app must know before it uploads; as far as the rights name one and no more.
package struct UserPlace: Hashable, Sendable {
    /// Empty: not one bucket.
    let bucket: String
    /// Empty: not one beginning of all keys.
    let keyPrefix: String

    package init(of user: UserName, under terms: UserTerms) {
        let rule = terms.scope.expanded(forUser: user.text)
        bucket = rule?.buckets.only?.literal ?? ""
        keyPrefix = rule?.keys.only?.prefix ?? ""
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
