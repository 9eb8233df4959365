/// One thing that the server saw otherwise than it was signed.
struct Difference: Equatable, Sendable {
    /// As in `the header 'x-oss-acl'`.
    let part: String
    /// `nil`: it was not signed.
    let here: String?
    /// `nil`: the server did not get it.
    let there: String?
    /// What to do about it, or how it comes about.
    let meaning: String
    /// Its values are shown only in part.
    var isSecret = false

    func sentence(reveals: Bool) -> String {
        switch (here, there) {
        case (let here?, let there?) where isSecret && !reveals:
            "\(part): signed was \(here.shortened), the server got \(there.shortened), which differs from "
                + "character \(here.commonLength(with: there) + 1) on"
        case (let here?, let there?):
            "\(part): signed was \(here.excerpt(besides: there)), the server got \(there.excerpt(besides: here))"
        case (_?, nil): "\(part) was signed, but the server did not get it"
        case (nil, _): "\(part) was not signed, but the server got it"
        }
    }
}

extension String {
    /// Longer than this, a value hides where it differs.
    private static let longest = 64
    private static let context = 8

    /// How many characters both begin with.
    fileprivate func commonLength(with other: String) -> Int { zip(self, other).prefix { $0 == $1 }.count }

    /// The value in quotes, of a long one what is around the first character that the other has otherwise.
    fileprivate func excerpt(besides other: String) -> String {
        guard !isEmpty else { return "nothing" }
        guard max(count, other.count) > String.longest else { return "'\(self)'" }
        let same = commonLength(with: other)
        let start = max(0, same - String.context)
        let shown = dropFirst(start).prefix(String.longest / 2)
        let end = start + shown.count < count ? "…" : ""
        return "'\(start > 0 ? "…" : "")\(shown)\(end)' (from character \(start + 1) on)"
    }
}
