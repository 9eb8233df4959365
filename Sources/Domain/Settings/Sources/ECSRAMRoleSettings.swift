package import Exchange

/// The role of the instance, from its metadata service.
package struct ECSRAMRoleSettings: Equatable, Sendable, SourceSettings {
    /// `nil`: the service is asked for it.
    package internal(set) var roleName: String?
    /// Plain http by nature: the service is a part of the instance's network.
    package internal(set) var endpoint = ExchangeURL(constant: "http://100.100.100.200")

    init() {}

    static let keys: [Key<ECSRAMRoleSettings>] = [
        .maybe("RoleName", \.roleName, .name, "The role; the service is asked for it if unset."),
        .one("MetadataEndpoint", \.endpoint, .endpoint, "The metadata service."),
    ]
}
