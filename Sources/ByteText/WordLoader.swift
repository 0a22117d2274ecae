/// Loads several bytes of a span as one value.
///
/// Every `unsafe` expression about memory in this module is in this type, in ``SharedBytes`` and in ``SharedSlice``.
public enum WordLoader {
    /// Eight bytes, the first one lowest.
    @inlinable @inline(__always)
    public static func word(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= bytes.count &- 8, "word read past the end")
        // SAFETY: the precondition, kept in release builds, puts all eight bytes inside `bytes`; an unaligned load has
        // no alignment to break; every bit pattern is a UInt64.
        return unsafe bytes.withUnsafeBytes {
            unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
    }

    /// Sixteen bytes.
    @inlinable @inline(__always)
    public static func vector(of bytes: Span<UInt8>, at offset: Int) -> ByteVector {
        precondition(offset >= 0 && offset <= bytes.count &- 16, "vector read past the end")
        // SAFETY: as above, with sixteen bytes.
        return unsafe bytes.withUnsafeBytes {
            ByteVector(bytes: unsafe $0.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
        }
    }
}
