extension Duration {
    /// The life of a token as it is told: whole minutes where it is long, since tokens of one kind differ by the
    /// second that their way took.
    package var roundedLife: Duration {
        let seconds = components.seconds
        return seconds < 600 ? .seconds(seconds) : .seconds((seconds + 30) / 60 * 60)
    }
}
