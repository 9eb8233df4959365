/// One wait of one connection.
///
/// A later wait of the same connection is another one, perhaps for another token.
struct Waiter: Equatable {
    let connection: ConnectionID
    let number: UInt32
}
