/// The last events, once for all readers; each of them knows by a number how far he has read.
///
/// So a reader who is slow holds no memory but his place, and nobody waits for him.
package struct EventFeed {
    /// More than happens in any turn of an ordinary day; who is further behind gets the state instead.
    package static let capacity = 256

    /// A ring once it is full: the event with number `n` is at `n` modulo the capacity.
    private var events: [WatchEvent] = []
    /// The number of the next event.
    package private(set) var end = 0

    package init() {}

    /// The number of the oldest event that is still there.
    package var start: Int { end - events.count }

    package mutating func append(_ event: WatchEvent) {
        if events.count < EventFeed.capacity {
            events.append(event)
        } else {
            events[end % EventFeed.capacity] = event
        }
        end += 1
    }

    package subscript(number: Int) -> WatchEvent {
        precondition(start <= number && number < end)
        return events[number % EventFeed.capacity]
    }
}
