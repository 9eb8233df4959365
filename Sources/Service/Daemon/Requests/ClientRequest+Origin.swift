extension ClientRequest {
    /// Whether it comes from where a browser or a proxy sends requests of others; no client of ours says so.
    var isOfOthers: Bool { has("origin") || has("x-forwarded-for") }
}
