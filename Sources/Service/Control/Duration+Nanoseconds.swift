extension Duration {
    /// Of a span that a person wrote, which is never so long that it would not fit.
    var wholeNanoseconds: Int64 { self / .nanoseconds(1) > 0 ? Int64(self / .nanoseconds(1)) : 0 }
}
