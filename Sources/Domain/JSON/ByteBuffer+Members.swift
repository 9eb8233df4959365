package import Bytes

// A member with its name, where it is one of many, and what stands for one without a value: nothing, or `null`.
extension ByteBuffer {
    package mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        value(text)
    }

    /// Disfavored, because a literal may have something to escape.
    @_disfavoredOverload package mutating func member(_ name: StaticString, _ text: StaticString) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ text: Span<UInt8>) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ text: borrowing ByteBuffer) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    package mutating func member(array name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        self.name(name)
        beginArray()
        write(&self)
        endArray()
    }

    package mutating func member(object name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        self.name(name)
        beginObject()
        write(&self)
        endObject()
    }

    package mutating func member(_ name: StaticString, ifAny text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: StaticString, ifAny number: Int?) {
        if let number { member(name, number) }
    }

    package mutating func member(_ name: StaticString, ifAny texts: [String]) {
        if !texts.isEmpty { member(name, texts) }
    }

    package mutating func member(_ name: StaticString, orNull text: String?) {
        self.name(name)
        value(orNull: text)
    }

    package mutating func member(_ name: StaticString, orNull number: Int?) {
        self.name(name)
        if let number { value(number) } else { null() }
    }

    /// The same where the place says what it is.
    package mutating func value(orNull text: String?) {
        if let text { value(text) } else { null() }
    }
}
