/// The resolved views by slot, as one immutable value per version of the tree.
struct ViewTable: Sendable {
    private var views = SharedSlots(vacant: ResolvedView())

    /// The view, unless it was removed or belongs to another engine.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    subscript(view: ViewID) -> ResolvedView? {
        let resolved = views[Int(view.slot)]
        // No view has the generation that marks a free slot.
        return resolved.generation == view.generation && view.generation != 0 ? resolved : nil
    }

    /// Writes a slot.
    mutating func set(_ resolved: ResolvedView, at slot: UInt32) { views[Int(slot)] = resolved }
}

/// Values by position, shared between the versions of the engine's state.
///
/// ```
/// first ──► elements 0 to 63
/// pages ──► leaves ──► elements from 64 on
///           64 each    64 each
/// ```
/// A version that changes one element copies its leaf, its page and the list of pages, and shares everything else with
/// the previous version. Therefore a change costs the same for ten views as for a hundred thousand, and versions that
/// decisions still read never change.
///
/// PERF: a tree of fixed depth, because a look-up is on the path of every decision: three loads, or one in the first
/// leaf, and no references are counted. The list of pages has an entry for each 4,096 elements: 245 for a million views.
struct SharedSlots<Element: Sendable>: Sendable {
    private static var width: Int { 64 }

    /// The element at a position that was never written.
    private let vacant: Element
    private var first: [Element] = []
    private var pages: [[[Element]]] = []

    init(vacant: Element) { self.vacant = vacant }

    /// The element at a position, which must not be negative.
    ///
    /// - Complexity: O(1) to read. To write, O(*n* / 4096) in the highest position ever written, which is negligible.
    @inline(__always)
    subscript(position: Int) -> Element {
        get {
            guard position >= Self.width else { return position < first.count ? first[position] : vacant }
            let (page, leaf) = (position >> 12, position >> 6 & 63)
            guard page < pages.count, leaf < pages[page].count else { return vacant }
            return pages[page][leaf][position & 63]
        }
        set {
            guard position >= Self.width else {
                if first.isEmpty { first = Array(repeating: vacant, count: Self.width) }
                first[position] = newValue
                return
            }
            let (page, leaf) = (position >> 12, position >> 6 & 63)
            while pages.count <= page { pages.append([]) }
            while pages[page].count <= leaf { pages[page].append(Array(repeating: vacant, count: Self.width)) }
            pages[page][leaf][position & 63] = newValue
        }
    }
}

/// Values that keep their position until they are removed. Free positions are reused.
struct ReusedSlots<Element: Sendable>: Sendable {
    /// The values, as versions of the state share them; nil at a free position.
    private(set) var elements = SharedSlots<Element?>(vacant: nil)
    private var free: [UInt32] = []
    private var end: UInt32 = 0

    /// The number of values.
    var count: Int { Int(end) - free.count }

    /// The highest number of positions ever in use at once.
    var positionCount: Int { Int(end) }

    /// The value at a position; nil if there is none.
    subscript(position: UInt32) -> Element? { elements[Int(position)] }

    /// Adds a value.
    ///
    /// - Returns: Its position.
    mutating func insert(_ element: Element) -> UInt32 {
        let position = free.popLast() ?? end
        if position == end { end += 1 }
        elements[Int(position)] = element
        return position
    }

    /// Replaces the value at a position that is in use.
    mutating func replace(_ position: UInt32, with element: Element) { elements[Int(position)] = element }

    /// Removes the value at a position that is in use.
    mutating func remove(_ position: UInt32) {
        guard elements[Int(position)] != nil else { return }
        elements[Int(position)] = nil
        free.append(position)
    }
}
