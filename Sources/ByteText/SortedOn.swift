extension Sequence {
    /// The elements in ascending order of a key; those with equal keys stay in their order.
    ///
    /// The key of each element is computed once. The compiler makes a copy of `sorted(by:)` for each closure, and each
    /// copy has some 1,800 instructions: in a module that sorts at a hundred places, they were a sixth of its code. Of
    /// this function there is one copy for all. It takes longer for each element, so what sorts millions of them calls
    /// `sorted(by:)`.
    ///
    /// - Parameter key: Returns the key of an element.
    /// - Returns: The elements in order.
    /// - Complexity: O(*n* log *n*) comparisons of keys.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public func sorted<Key: Comparable>(on key: (Element) -> Key) -> [Element] {
        map { (key: key($0), element: $0) }.sorted { $0.key < $1.key }.map(\.element)
    }
}
