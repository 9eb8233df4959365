import Bytes
import Testing

struct CellTests {
    @Test func `the value of a cell is changed in place`() {
        let cell = Cell([1])
        cell.value.append(2)
        cell.value[0] = 3
        #expect(cell.value == [3, 2])
    }

    @Test func `a cell can be changed again after a failed change`() {
        let cell = Cell([1])
        #expect(throws: Refusal.self) { try cell.value.refuse() }
        cell.value.append(2)
        #expect(cell.value == [1, 2])
    }

    @Test func `a cell releases its content`() {
        let guest = Guest()
        weak let seen = guest
        var cell: Cell<Guest>? = Cell(guest)
        _ = consume guest
        #expect(seen != nil && cell != nil)
        cell = nil
        #expect(seen == nil)
    }

    @Test func `a cell allows one access at a time`() async {
        await #expect(processExitsWith: .failure) {
            let cell = Cell([1])
            cell.value.change { cell.value.append(2) }
        }
        await #expect(processExitsWith: .failure) {
            let cell = Cell([1])
            cell.value.change { _ = cell.value.count }
        }
        await #expect(processExitsWith: .failure) {
            // A value that cannot be copied is inspected in place.
            let cell = Cell(ReusedArray<Int>())
            cell.value.look { cell.value.append(2) }
        }
    }
}

private struct Refusal: Error {}

private final class Guest {}

extension [Int] {
    fileprivate mutating func refuse() throws { throw Refusal() }

    fileprivate mutating func change(_ meanwhile: () -> Void) { meanwhile() }
}

extension ReusedArray {
    fileprivate func look(_ meanwhile: () -> Void) { meanwhile() }
}
