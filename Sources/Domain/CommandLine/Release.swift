/// Which release of the project a program belongs to.
package enum Release {
    package static let version: StaticString = "0.1.0"
    /// Its day, as manual pages write it.
    static let day = "November 21, 2026"
}
