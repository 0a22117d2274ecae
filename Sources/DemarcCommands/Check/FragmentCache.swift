/// A cache of output fragments by the values that they depend on, so that repeated fragments are copied instead of
/// rendered.
///
/// Its memory is bounded: a fragment whose slot is needed for another one is dropped, and all are dropped when they
/// grow too large.
///
/// - Complexity: O(1) for each lookup; a fragment is found unless its slot has been reused since.
struct FragmentCache {
    /// The values that a fragment depends on.
    struct Key: Equatable {
        /// Must not be ``FragmentCache/free``.
        var first: UInt64
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
        var fifth: UInt64 = 0
    }

    private struct Slot {
        var key: Key
        var start: UInt32
        var count: UInt32
    }

    static let free = UInt64.max
    private static let slotCount = 1 << 12
    private static let byteLimit = 1 << 20

    private var slots = [Slot](
        repeating: Slot(key: Key(first: FragmentCache.free), start: 0, count: 0),
        count: FragmentCache.slotCount
    )
    private var bytes: [UInt8] = []

    /// The fragment of a key, if it is still cached.
    @inline(__always)
    func range(of key: Key) -> Range<Int>? {
        let slot = slots[Self.position(of: key)]
        return slot.key == key ? Int(slot.start)..<Int(slot.start &+ slot.count) : nil
    }

    /// The bytes of the fragments.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { bytes.span }
    }

    /// Caches a fragment; previously returned ranges become invalid.
    mutating func insert(_ text: String, for key: Key) -> Range<Int> {
        if bytes.count > Self.byteLimit {
            bytes.removeAll(keepingCapacity: true)
            for position in slots.indices { slots[position].key = Key(first: Self.free) }
        }
        let start = bytes.count
        bytes += Array(text.utf8)
        slots[Self.position(of: key)] = Slot(key: key, start: UInt32(start), count: UInt32(bytes.count - start))
        return start..<bytes.count
    }

    @inline(__always)
    private static func position(of key: Key) -> Int {
        let mixed =
            key.first ^ key.second ^ key.third &* 0xC2B2_AE3D_27D4_EB4F ^ key.fourth &* 0x1656_67B1_9E37_79F9
            ^ key.fifth &* 0x27D4_EB2F_1656_67C5
        return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 52)
    }
}
