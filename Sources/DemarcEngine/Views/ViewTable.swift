/// The resolved views by slot, as one immutable value per version of the tree.
///
/// Slots come in chunks that versions share, so changing one view copies a chunk and not the table.
struct ViewTable: Sendable {
    private static let chunkSize = 64
    private var chunks: [[ResolvedView]] = []

    /// The view, unless it was removed or belongs to another engine.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    subscript(view: ViewID) -> ResolvedView? {
        let slot = Int(view.slot)
        guard slot / Self.chunkSize < chunks.count else { return nil }
        let resolved = chunks[slot / Self.chunkSize][slot % Self.chunkSize]
        return resolved.generation == view.generation ? resolved : nil
    }

    /// Writes a slot, adding a chunk where it is the first of one.
    mutating func set(_ resolved: ResolvedView, at slot: UInt32) {
        let chunk = Int(slot) / Self.chunkSize
        while chunk >= chunks.count {
            chunks.append(Array(repeating: ResolvedView(), count: Self.chunkSize))
        }
        chunks[chunk][Int(slot) % Self.chunkSize] = resolved
    }
}
