/// Whether programs must have a token before they are told anything, in the words of ECS.
package enum MetadataTokens: String, CaseIterable, Sendable {
    /// The hardened mode alone: a server that can be made to fetch a URL cannot be made to fetch this one.
    case required
    /// The normal mode too.
    case optional
}
