/// Which release of the project a program belongs to.
package enum Release {
    package static let version: StaticString = "0.1.0"
}
