/// An array with one owner, emptied and refilled for each request.
///
/// `[Element]` checks for other owners at each change and pays for being emptied; this does not. `base`
/// points to `capacity` elements owned by this value alone; the first `count` are set.
@safe @usableFromInline package struct ReusedArray<Element>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline package internal(set) var capacity: Int
    @usableFromInline package internal(set) var count = 0

    @inlinable package init(capacity: Int = 8) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    @inlinable package init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        unsafe base.initialize(repeating: element, count: count)
        self.count = count
    }

    deinit {
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }
}

extension ReusedArray {
    @inlinable package var isEmpty: Bool { count == 0 }
    @inlinable package var indices: Range<Int> { 0..<count }
    @inlinable package var first: Element? { count == 0 ? nil : self[0] }
    @inlinable package var last: Element? { count == 0 ? nil : self[count - 1] }

    @inlinable package subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    @inlinable package var span: Span<Element> {
        @_lifetime(borrow self) get {
            let view = unsafe Span(_unsafeStart: base, count: count)
            return unsafe _overrideLifetime(view, borrowing: self)
        }
    }

    @inlinable package func contains(where matches: (Element) -> Bool) -> Bool {
        for index in indices where matches(self[index]) { return true }
        return false
    }

    @inlinable package mutating func append(_ element: Element) {
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    /// Inserts the element before the one at `place`.
    @inlinable package mutating func insert(_ element: Element, at place: Int) {
        precondition(place >= 0 && place <= count)
        append(element)
        var index = count - 1
        while index > place {
            self[index] = self[index - 1]
            index -= 1
        }
        self[place] = element
    }

    /// Removes all elements and keeps the memory.
    @inlinable package mutating func removeAll() {
        unsafe base.deinitialize(count: count)
        count = 0
    }

    /// Removes the elements that match and keeps the order of the others.
    @inlinable package mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        var kept = 0
        for index in indices where !isUnwanted(self[index]) {
            if kept < index { self[kept] = self[index] }
            kept += 1
        }
        unsafe (base + kept).deinitialize(count: count - kept)
        count = kept
    }

    @inlinable mutating func grow() {
        capacity = Swift.max(2 * capacity, 8)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        unsafe moved.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
    }
}
