/// One field of a form.
struct Field: Equatable, Sendable {
    let name: String
    let value: String
}
