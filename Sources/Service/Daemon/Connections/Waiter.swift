/// One wait of one connection.
///
/// A later wait of the same connection is another one, perhaps for another token.
struct Waiter: Equatable {
    let token: UInt64
    let number: UInt32
}
