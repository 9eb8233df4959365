/// A value that is changed where it stands, by one at a time.
///
/// That is what a variable of a class is too; but for that the runtime keeps a list of all who are at a variable, which takes a
/// hundred instructions each time. Here it is one bit.
@safe @usableFromInline package struct Cell<Value: ~Copyable>: ~Copyable {
    @usableFromInline let place: UnsafeMutablePointer<Value>
    @usableFromInline let isTaken: UnsafeMutablePointer<Bool>

    @inlinable package init(_ value: consuming Value) {
        unsafe place = .allocate(capacity: 1)
        unsafe place.initialize(to: value)
        unsafe isTaken = .allocate(capacity: 1)
        unsafe isTaken.initialize(to: false)
    }

    deinit {
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
        unsafe isTaken.deallocate()
    }

    /// Who looks at it keeps it from being changed meanwhile, and from being looked at by another.
    @inlinable package var value: Value {
        _read {
            take()
            defer { giveBack() }
            yield unsafe place.pointee
        }
        nonmutating _modify {
            take()
            defer { giveBack() }
            yield unsafe &place.pointee
        }
    }

    @inlinable func take() {
        unsafe precondition(!isTaken.pointee)
        unsafe isTaken.pointee = true
    }

    @inlinable func giveBack() {
        unsafe isTaken.pointee = false
    }
}
