/// An answer that is kept.
struct LiveAnswer {
    let code: Int
    let body: String
}
