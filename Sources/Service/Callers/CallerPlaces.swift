internal import Access
internal import Kernel
internal import Time

/// Why the units of callers over TCP are unknown on this host.
package enum PlaceObstacle: Hashable, Sendable {
    /// The kernel does not report control groups of sockets.
    case kernel
    /// The tree of control groups is not, or not only, that of version 2.
    case tree
    case tooManyGroups

    package var reason: String {
        switch self {
        case .kernel: "the kernel does not report control groups of sockets; Linux 5.8 and later do"
        case .tree: "\(ControlGroupTree.root) is not the tree of control groups of version 2"
        case .tooManyGroups: "this host has more than \(ControlGroupTree.limit) control groups"
        }
    }
}

/// The units of callers over TCP, by the ids of their control groups.
///
/// A group keeps its path, and no other group ever gets its id, so an entry stays true.
struct CallerPlaces {
    /// A user may make any number of groups.
    private static let maximumCount = 1_000
    /// With user namespaces a host may have very many users.
    private static let maximumUsers = 1_000
    /// The microseconds that the lookups of one user may take: a walk through thousands of groups takes milliseconds.
    private static let budget = Rate(count: 50_000, per: .seconds(1))

    private let tree: ControlGroupTree
    private var places: [UInt64: CgroupPath] = [:]
    private var budgets: [UInt32: Allowance] = [:]
    private var reported: Set<PlaceObstacle> = []
    /// Called once for each obstacle.
    var report: (PlaceObstacle) -> Void = { _ in }

    init(in tree: ControlGroupTree = ControlGroupTree()) {
        self.tree = tree
    }

    /// `unknown` for a group that was removed, and on a host without the unified tree.
    ///
    /// `nil`: the groups of this user took too much time, so it is known later.
    mutating func place(of group: UInt64, for user: UInt32, at now: Instant) throws(SystemError)
        -> CgroupPath?
    {
        if let known = places[group] { return known }
        let budget = budget(of: user)
        guard budget.wait(at: now) == .zero else { return nil }
        let begun = KernelClock.bootNanoseconds()
        let place = try find(group)
        budget.take(Int(KernelClock.bootNanoseconds() - begun) / 1_000 + 1, at: now)
        if places.count >= CallerPlaces.maximumCount { places.removeAll() }
        places[group] = place
        return place
    }

    private mutating func budget(of user: UInt32) -> Allowance {
        if let known = budgets[user] { return known }
        if budgets.count >= CallerPlaces.maximumUsers { budgets.removeAll() }
        let new = Allowance(CallerPlaces.budget)
        budgets[user] = new
        return new
    }

    mutating func removeAll() {
        places.removeAll()
        reported.removeAll()
    }

    private mutating func find(_ group: UInt64) throws(SystemError) -> CgroupPath {
        guard group != 0 else { return unknown(because: .kernel) }
        switch try tree.path(of: group) {
        case .found(let path): return CgroupPath(path: path)
        case .missing: return .unknown
        case .tooLarge: return unknown(because: .tooManyGroups)
        case .notUnified: return unknown(because: .tree)
        }
    }

    private mutating func unknown(because obstacle: PlaceObstacle) -> CgroupPath {
        if reported.insert(obstacle).inserted { report(obstacle) }
        return .unknown
    }
}
