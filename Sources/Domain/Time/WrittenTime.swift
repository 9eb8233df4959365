package import Bytes

/// The text of the time that was written last; within a second thousands of answers want the same.
package struct WrittenTime: ~Copyable {
    package private(set) var text = ByteBuffer(capacity: 32)
    private var time: Timestamp?

    package init() {}

    package mutating func set(_ time: Timestamp, _ write: (inout ByteBuffer, Timestamp) -> Void) {
        guard self.time != time else { return }
        text.removeAll()
        write(&text, time)
        self.time = time
    }
}
