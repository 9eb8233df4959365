internal import API
internal import Bytes

/// A large body of a request to sign something, which is read in pieces, so that others are served between two of them.
///
/// It stays in the input of its connection, which waits meanwhile.
final class LargeBody {
    /// A longer body is read in pieces.
    static let threshold = 262_144

    let connection: Connection
    /// The wait of the connection that ends when all is read.
    var wait: Waiter
    var desk = SigningDesk()
    private let place: Range<Int>
    private(set) var isRead = false
    /// Why it cannot be read.
    private(set) var problem: Problem?

    init(_ request: borrowing ClientRequest, for route: SigningRoute, of connection: Connection) {
        self.connection = connection
        place = request.bodyPlace
        wait = connection.beginWait()
        desk.beginReading(for: route)
    }

    func readPiece() {
        guard let input = connection.takeInput() else { return fail(.malformed(.emptyBody)) }
        readPiece(of: input)
        connection.keep().input = consume input
    }

    private func readPiece(of input: borrowing ByteBuffer) {
        do throws(Problem) {
            isRead = try desk.readPiece(of: input[place])
        } catch {
            fail(error)
        }
    }

    private func fail(_ problem: Problem) {
        self.problem = problem
        isRead = true
    }
}
