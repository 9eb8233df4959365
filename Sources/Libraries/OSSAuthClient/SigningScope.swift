/// What a V4 key is bound to.
public struct SigningScope: Equatable, Sendable {
    /// The day in UTC: `20231216`.
    public var date: String
    /// The plain id, such as `cn-hangzhou`; for a cloud box its own.
    public var region: String
    /// `oss`, or `oss-cloudbox`.
    public var product: String

    /// A scope of OSS itself, or of a cloud box.
    public init(date: String, region: String, product: String = "oss") {
        self.date = date
        self.region = region
        self.product = product
    }
}
