internal import Transfer

/// A transfer whose answer is there.
struct FinishedTransfer: ~Copyable {
    let status: Int
    let value: Transfer
}
