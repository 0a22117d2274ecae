/// A content view of a host's view tree.
///
/// An id is never used again for another view: a decision for one that was removed is `block`.
public struct ViewID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32
}
