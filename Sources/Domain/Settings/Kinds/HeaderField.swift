/// A header field that goes with every request to the server.
package struct HeaderField: Equatable, Sendable {
    package let name: String
    package let value: String
}
