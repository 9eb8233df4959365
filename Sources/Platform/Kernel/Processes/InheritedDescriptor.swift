/// An open file that a child gets, and the number it gets it under.
///
/// It must stay open until the child is started.
package struct InheritedDescriptor: Sendable {
    let source: Int32
    let target: Int32

    package init(_ descriptor: borrowing Descriptor, as target: Int32) {
        precondition(target >= 0)
        source = descriptor.number
        self.target = target
    }

    private init(standard number: Int32) {
        source = number
        target = number
    }

    /// The child speaks where we do.
    package static let standardError = InheritedDescriptor(standard: 2)
    package static let standardOutput = InheritedDescriptor(standard: 1)
    package static let standardInput = InheritedDescriptor(standard: 0)
}
