/// A condition on a JSON document without which its other members do not count.
package struct SuccessTest: Equatable, Sendable {
    package let pointer: String
    package let isEqual: Bool
    package let value: String
}
