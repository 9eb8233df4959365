/// Both clocks, read together: what time it is, and since when.
package struct Moment: Equatable, Sendable {
    package var wall: Timestamp
    package var boot: Instant

    package init(wall: Timestamp, boot: Instant) {
        self.wall = wall
        self.boot = boot
    }
}
