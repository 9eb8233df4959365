/// What `journalctl --catalog` explains: see systemd/ossauthd.catalog.
enum AuditMessage {
    static let granted: StaticString = "b61b2943994f48c98526c649a918cc80"
    static let summary: StaticString = "72888bd060404ab58018af89dd74f6f3"
    static let handedOut: StaticString = "d8bba6691983432d8a24226ebde615fa"
    static let refused: StaticString = "390ddb1bf802478d8e1dc00fbac89def"
    static let action: StaticString = "5153cf2523414a12849051b8917c94e0"
    static let sink: StaticString = "4eb9ec3048be4fc2979299454d6ca93e"
    static let dropped: StaticString = "15f780e811a14f72a37eeea167b252ed"
}
