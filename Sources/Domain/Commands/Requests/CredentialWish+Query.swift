extension CredentialWish {
    /// `?profile=NAME&minValid=SECONDS`, as far as they were named.
    var query: String {
        let items = [profile.map { "profile=\($0.text)" }, minValid.map { "minValid=\($0)" }].compactMap(
            \.self)
        return items.isEmpty ? "" : "?\(items.joined(separator: "&"))"
    }

    /// The same without the span of life, which an address does not have.
    var addressQuery: String { profile.map { "?profile=\($0.text)" } ?? "" }
}
