/// A part of ``SharedBytes``, which it keeps alive.
@safe
public struct SharedSlice: @unchecked Sendable {
    // INVARIANT: `start` points at `count` bytes of `owner`, or is nil with a count of 0; they never change, which is
    // what makes the type Sendable.
    @usableFromInline let start: UnsafePointer<UInt8>?
    /// How many bytes there are.
    public let count: Int
    /// What the bytes belong to.
    public let owner: SharedBytes

    /// All of the bytes.
    public init(_ owner: SharedBytes) {
        unsafe start = owner.base
        count = owner.count
        self.owner = owner
    }

    /// A part of the bytes; nil where the range does not lie inside them.
    public init?(_ range: Range<Int>, of owner: SharedBytes) {
        guard range.lowerBound >= 0, range.upperBound <= owner.count else { return nil }
        // SAFETY: the range lies inside the bytes of the owner.
        unsafe start = owner.base.map { unsafe $0 + range.lowerBound }
        count = range.count
        self.owner = owner
    }

    /// A copy of bytes, with an owner of its own.
    public init(copying bytes: [UInt8]) { self.init(SharedBytes(copying: bytes)) }

    /// A part of this part; nil where the range does not lie inside it.
    public func slice(_ range: Range<Int>) -> SharedSlice? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        // SAFETY: the range lies inside the slice.
        return unsafe SharedSlice(start: start.map { unsafe $0 + range.lowerBound }, count: range.count, owner)
    }

    private init(start: UnsafePointer<UInt8>?, count: Int, _ owner: SharedBytes) {
        unsafe self.start = start
        self.count = count
        self.owner = owner
    }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inlinable @inline(__always)
        get {
            // SAFETY: the invariant; the borrow keeps the owner, and with it the memory, alive.
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }
}
