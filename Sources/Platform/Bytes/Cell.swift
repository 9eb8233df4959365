/// A value with exclusive access in place.
///
/// A stored property of a class offers the same, but the runtime tracks its accesses in a list, which costs a
/// hundred instructions each time; this costs one flag.
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

    /// Reading excludes changes and other reads until it ends.
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
