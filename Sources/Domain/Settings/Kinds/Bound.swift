/// Bounds of durations.
enum Bound {
    static let second = Duration.seconds(1)
    static let minute = Duration.seconds(60)
    static let hour = Duration.seconds(3_600)
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(604_800)
}
