/// A reference to an object that somebody else keeps alive.
///
/// PERF: counting a reference writes to a line of memory that every thread shares. Two threads that decide under one
/// policy would pass that line back and forth and be slower together than one alone; so the decision path counts none.
///
/// Every `unsafe` expression about object lifetimes is in this type.
@safe
public struct UnretainedReference<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    /// Refers to an object.
    ///
    /// - Parameter object: Must be kept alive, by whoever makes this, for as long as this is used.
    public init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

    /// Lends the object.
    ///
    /// - Parameter body: Is handed the object, and must not keep it.
    /// - Returns: What `body` returns.
    @inlinable @inline(__always)
    public func with<Result>(_ body: (Object) -> Result) -> Result {
        // SAFETY: the initialiser's contract keeps the object alive.
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }
}
