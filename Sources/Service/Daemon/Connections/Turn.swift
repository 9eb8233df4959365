/// How far the request at the front of a connection has come; each case holds what those before it do.
enum Turn: Comparable {
    /// It came just now.
    case first
    /// What the rules grant it was counted already, though it is looked at anew.
    case counted
    /// It was made to wait before: it gets an answer now, whatever it is.
    case waited
    /// It waited for as long as a request may.
    case overdue
}
