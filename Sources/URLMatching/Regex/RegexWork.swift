/// The maximum work of PCRE2's backtracking search, for subjects of each size.
///
/// The search's byte-level steps are counted: a byte compared, a position given back, a branch entered, over all
/// positions where a match may begin. The figures are computed from the tree, from the last piece to the first:
///
/// ```
/// a piece        the work of finding all its ends, and the number of ends: its ways
/// a sequence     work(A) + ways(A) · work(B), ways(A) · ways(B)
/// a choice       the sum of its branches; of branches that begin with different bytes, the most expensive
/// a repetition   one way for each length; a single way if the next piece cannot begin where it could continue
/// of a group     as many ways as iterations if each iteration has one way; otherwise their powers
/// ```
///
/// A piece that ends the search when it is reached – the end of the expression, of a look-around, of an atomic group –
/// has one way, because the search never backtracks into it.
///
/// What a repeated group begins with must be known before its work, because the group may follow itself. Its tree is
/// therefore read twice, and the time doubles with each such group within another. Expressions in which they nest too
/// deeply, see ``RegexTree/nestsDeeply``, get the ``limit`` instead, so that their searches are counted.
struct RegexWork {
    /// One figure for each size of subject: up to 2 bytes, 4 bytes, 8 bytes, and so on up to 64 KiB.
    typealias Lanes = SIMD16<Float>

    /// The steps for each size; ``limit`` or more if they may grow exponentially.
    private(set) var steps: Lanes

    /// The index of the figure for a subject's size.
    static func lane(of count: Int) -> Int {
        count <= 2 ? 0 : min(Int.bitWidth - (count - 1).leadingZeroBitCount, 16) - 1
    }

    private static let sizes: Lanes = {
        var sizes = Lanes()
        for lane in 0..<16 { sizes[lane] = Float(2 << lane) }
        return sizes
    }()
    private static let one = Lanes(repeating: 1)
    /// More than any search can finish; two such figures can be multiplied without overflow.
    private static let limit = Lanes(repeating: 1e15)

    private static func bounded(_ figures: Lanes) -> Lanes { pointwiseMin(figures, limit) }

    /// The work of entering a group, without its content.
    private static let entry = Lanes(repeating: 4)
    /// The longest repetition of a group with several ways whose ways are summed up.
    private static let powerLimit = 64

    /// Computes the work from a tree.
    ///
    /// - Parameters:
    ///   - tree: The expression.
    ///   - beginsOnce: Whether a match may begin at only one position that PCRE2 tries.
    ///   - groupCount: The number of groups that PCRE2 clears at each of these positions.
    ///
    /// - Complexity: O(*n*) in the pieces.
    init(of tree: RegexTree, beginsOnce: Bool, groupCount: Int) {
        guard !tree.nestsDeeply else {
            steps = Self.limit
            return
        }
        let pieces = if case .sequence(let nodes) = tree.root { nodes } else { [tree.root] }
        let head = beginsOnce ? Head(length: 0, overlap: 0, distance: 1) : Head(of: pieces)
        let (cost, _) = Self.sequence(pieces.dropFirst(head.length), .accepting)
        let beginning = Lanes(repeating: Float(1 + groupCount))
        let each = Self.bounded(cost.work(Self.sizes)) + beginning
        guard !beginsOnce else {
            steps = each
            return
        }
        // The head is compared at each position, for at most `overlap` beginnings at once; the rest of the expression
        // is reached only after a complete head.
        let starts = Self.sizes / Lanes(repeating: Float(head.distance)) + Self.one
        let comparing = head.length == 0 ? Self.one : beginning + Lanes(repeating: Float(1 + head.overlap))
        steps = Self.sizes * comparing + starts * each
    }

    // MARK: Pieces

    /// What follows a piece.
    private struct Following {
        /// The bytes that it may begin with.
        var first: ByteSet
        /// Whether it may match nothing and end the search.
        var isAccepting: Bool
        /// The work of determining that it does not match at a position.
        var refusal: Lanes

        static let accepting = Following(first: ByteSet(), isAccepting: true, refusal: one)
    }

    private struct Cost {
        /// The maximum number of ends of a piece.
        var ways: Lanes
        /// The work of finding them, excluding the bytes scanned.
        var fixed: Lanes
        /// How often each byte may be scanned.
        var scans: Lanes

        func work(_ sizes: Lanes) -> Lanes { fixed + scans * sizes }

        static let none = Cost(ways: one, fixed: Lanes(), scans: Lanes())
    }

    private static func sequence(
        _ nodes: some BidirectionalCollection<RegexTree.Node>,
        _ following: Following
    ) -> (Cost, Following) {
        var cost = Cost.none
        var following = following
        for node in nodes.reversed() {
            let (own, before) = piece(node, following)
            cost.fixed = bounded(own.fixed + own.ways * cost.fixed)
            cost.scans = bounded(own.scans + own.ways * cost.scans)
            cost.ways = bounded(own.ways * cost.ways)
            following = before
        }
        return (cost, following)
    }

    /// The cost of a piece, and the `Following` for the piece before it.
    private static func piece(_ node: RegexTree.Node, _ following: Following) -> (Cost, Following) {
        switch node {
        case .set(let set):
            let cost = Cost(ways: one, fixed: one, scans: Lanes())
            return (cost, Following(first: set, isAccepting: false, refusal: one))
        case .sequence(let nodes):
            // A sequence within a sequence is a group.
            var (cost, before) = sequence(nodes, following)
            cost.fixed += entry
            return (cost, before)
        case .choice(let nodes): return choice(nodes, following)
        case .repetition(let body, let least, let most, let isPossessive):
            return `repeat`(body, least, most, isPossessive, following)
        case .start, .end:
            let cost = Cost(ways: one, fixed: one, scans: Lanes())
            return (cost, Following(first: ByteSet(), isAccepting: false, refusal: one))
        case .boundary:
            let cost = Cost(ways: one, fixed: one, scans: Lanes())
            return (cost, looking(following, adding: one))
        case .lookAround(let inner, _):
            let (inside, _) = piece(inner, .accepting)
            let work = bounded(inside.work(sizes) + entry)
            return (Cost(ways: one, fixed: work, scans: Lanes()), looking(following, adding: work))
        }
    }

    /// The `Following` before a piece that takes no bytes and may fail anywhere.
    private static func looking(_ following: Following, adding work: Lanes) -> Following {
        Following(
            first: following.isAccepting ? .all : following.first,
            isAccepting: false,
            refusal: following.refusal + work
        )
    }

    private static func choice(_ nodes: [RegexTree.Node], _ following: Following) -> (Cost, Following) {
        // Branches that may begin with the same byte share a bin.
        var bins: [(first: ByteSet, cost: Cost)] = []
        var before = Following(first: ByteSet(), isAccepting: false, refusal: Lanes())
        for node in nodes {
            var (cost, start) = piece(node, following)
            before.first = before.first.union(start.first)
            before.isAccepting = before.isAccepting || start.isAccepting
            before.refusal += start.refusal + one
            var first = start.isAccepting || node.isWidthless ? .all : start.first
            bins.removeAll { bin in
                guard !bin.first.isDisjoint(with: first) else { return false }
                first = first.union(bin.first)
                cost.ways += bin.cost.ways
                cost.fixed += bin.cost.fixed
                cost.scans += bin.cost.scans
                return true
            }
            bins.append((first, cost))
        }
        var dearest = Cost(ways: Lanes(), fixed: Lanes(), scans: Lanes())
        for bin in bins {
            dearest.ways = pointwiseMax(dearest.ways, bin.cost.ways)
            dearest.fixed = pointwiseMax(dearest.fixed, bin.cost.fixed)
            dearest.scans = pointwiseMax(dearest.scans, bin.cost.scans)
        }
        dearest.fixed += before.refusal
        if following.isAccepting { dearest.ways = one }
        return (dearest, before)
    }

    // MARK: Repetitions

    private static func `repeat`(
        _ body: RegexTree.Node,
        _ least: Int,
        _ most: Int?,
        _ isPossessive: Bool,
        _ following: Following
    ) -> (Cost, Following) {
        let behind = isPossessive ? .accepting : following
        var (cost, first): (Cost, Following)
        if case .set(let set) = body {
            (cost, first) = single(set, least, most, behind)
        } else {
            (cost, first) = group(body, least, most, behind)
        }
        if isPossessive { cost.ways = one }
        let isNullable = least == 0 || body.isNullable
        guard isNullable else { return (cost, first) }
        let before = Following(
            first: first.first.union(following.first),
            isAccepting: following.isAccepting,
            refusal: first.refusal + following.refusal
        )
        return (cost, before)
    }

    /// A repetition of one byte out of a set.
    private static func single(_ set: ByteSet, _ least: Int, _ most: Int?, _ following: Following) -> (Cost, Following)
    {
        let before = Following(first: set, isAccepting: false, refusal: one)
        let isDecided = following.isAccepting || set.isDisjoint(with: following.first)
        let longest = most.map { pointwiseMin(sizes, Lanes(repeating: Float($0))) } ?? sizes
        guard !isDecided else {
            // Each byte is scanned once, and given back once to the following piece, which rejects it.
            let each = one + following.refusal
            guard let most, most <= 8 else { return (Cost(ways: one, fixed: each, scans: each), before) }
            return (Cost(ways: one, fixed: each * Lanes(repeating: Float(most) + 1), scans: Lanes()), before)
        }
        let ways = pointwiseMax(longest - Lanes(repeating: Float(least)) + one, one)
        return (Cost(ways: ways, fixed: longest + one, scans: Lanes()), before)
    }

    private static func group(
        _ body: RegexTree.Node,
        _ least: Int,
        _ most: Int?,
        _ following: Following
    ) -> (Cost, Following) {
        if most == 1 {
            let (cost, before) = piece(body, following)
            guard least == 0 else { return (cost, before) }
            var optional = cost
            optional.fixed += entry
            // Present and absent are two ways, unless the following piece distinguishes them.
            let isDecided = following.isAccepting || !body.isNullable && before.first.isDisjoint(with: following.first)
            optional.ways = isDecided ? pointwiseMax(cost.ways, one) : cost.ways + one
            return (optional, before)
        }
        let (_, start) = piece(body, following)
        let again = Following(
            first: start.first.union(following.first),
            isAccepting: following.isAccepting && least <= 1,
            refusal: start.refusal + following.refusal
        )
        let (cost, before) = piece(body, again)
        // Each iteration takes a byte, or is the last one.
        let times = pointwiseMin(sizes, Lanes(repeating: Float(min(most ?? .max, 1 << 20)))) + one
        let each = cost.fixed + entry
        guard cost.ways.max() > 1 else {
            // Each iteration scans its own bytes, except for one that fails; all are given back one by one.
            let isDecided = following.isAccepting || before.first.isDisjoint(with: following.first) && !body.isNullable
            let refused = isDecided ? following.refusal : one
            let ends = isDecided ? one : times
            return (Cost(ways: ends, fixed: bounded(times * (each + refused)), scans: cost.scans + cost.scans), before)
        }
        guard let most, most <= powerLimit else {
            let endless = limit.replacing(with: times * (each + one), where: cost.ways .<= one)
            return (Cost(ways: endless, fixed: endless, scans: cost.scans + cost.scans), before)
        }
        var (ways, fixed, scans, power) = (Lanes(), Lanes(), Lanes(), one)
        for _ in 0..<max(most, 1) {
            fixed = bounded(fixed + power * each)
            scans = bounded(scans + power * cost.scans)
            power = bounded(power * cost.ways)
            ways = bounded(ways + power)
        }
        return (Cost(ways: following.isAccepting ? one : ways + one, fixed: fixed, scans: scans), before)
    }

    // MARK: Beginnings

    /// The pieces of one byte each at the beginning of an expression.
    private struct Head {
        var length: Int
        /// How many earlier beginnings may still be matching the head at once, in addition to the latest.
        var overlap: Int
        /// The minimum distance in bytes between two positions where the complete head can match.
        var distance: Int

        private static let longest = 16

        init(length: Int, overlap: Int, distance: Int) {
            (self.length, self.overlap, self.distance) = (length, overlap, distance)
        }

        init(of pieces: [RegexTree.Node]) {
            var sets: [ByteSet] = []
            for piece in pieces.prefix(Self.longest) {
                guard case .set(let set) = piece else { break }
                sets.append(set)
            }
            /// Whether the first `count` sets can match the same bytes as the `count` sets before `end`.
            func isBorder(_ count: Int, of end: Int) -> Bool {
                (0..<count).allSatisfy { !sets[$0].isDisjoint(with: sets[end - count + $0]) }
            }
            length = sets.count
            overlap = 0
            distance = max(1, sets.count)
            for end in sets.indices.dropFirst() {
                overlap = max(overlap, (1..<end).count { isBorder($0, of: end) })
            }
            for shift in sets.indices.dropFirst() where isBorder(sets.count - shift, of: sets.count) {
                distance = shift
                break
            }
        }
    }
}
