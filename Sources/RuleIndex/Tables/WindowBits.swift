/// Which hashes of four bytes are in use: a byte for each, which is 0 where none is.
///
/// PERF: a byte takes half the instructions of a bit, and 64 KiB stay in the second cache, whose latency is hidden where
/// nothing waits for one answer before it asks for the next. Everything unsafe of this module is in this type.
struct WindowBits: Sendable {
    private static let count = 1 << 16

    // INVARIANT: empty, or `count` bytes.
    private var bytes: [UInt8] = []

    @inline(__always)
    private static func hash(_ window: UInt32) -> Int { Int(truncatingIfNeeded: (window &* 0x9E37_79B1) &>> 16) }

    mutating func insert(_ window: UInt32) {
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.count) }
        bytes[Self.hash(window)] = 1
    }

    /// Whether a window may be there; `bytes` come from ``span``.
    @inline(__always)
    static func bit(of window: UInt32, in bytes: Span<UInt8>) -> UInt8 {
        // SAFETY: a hash has 16 bits, and ``span`` gives out 65,536 bytes or stops.
        unsafe bytes[unchecked: hash(window)]
    }

    /// The bytes; only where something has been inserted.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            precondition(bytes.count == Self.count, "nothing is there to be asked for")
            return bytes.span
        }
    }

    /// Whether nothing has been inserted.
    var isEmpty: Bool { bytes.isEmpty }
}
