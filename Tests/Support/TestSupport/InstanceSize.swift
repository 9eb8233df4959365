/// How many bytes an object of the class asks the heap for, as the runtime knows it.
///
/// The heap itself tells what it gave, which is sometimes more.
package func instanceSize(of type: AnyClass) -> Int {
    // Behind kind, superclass, flags and the place of the type within its own record.
    let record = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))
    return unsafe Int(record?.load(fromByteOffset: 24, as: UInt32.self) ?? 0)
}
