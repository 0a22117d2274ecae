/// The resolved views by slot, as one immutable value per version of the tree.
struct ViewTable: Sendable {
    private var views = SharedSlots(vacant: ResolvedView())

    /// The view, unless it was removed or belongs to another engine.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    subscript(view: ViewID) -> ResolvedView? {
        let resolved = views[Int(view.slot)]
        // The mark of a free slot is the generation of no view.
        return resolved.generation == view.generation && view.generation != 0 ? resolved : nil
    }

    /// Writes a slot.
    mutating func set(_ resolved: ResolvedView, at slot: UInt32) { views[Int(slot)] = resolved }
}
