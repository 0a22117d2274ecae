/// Loads several bytes of a span as one value.
///
/// Every `unsafe` expression about memory in this module is in this type, in ``SharedBytes`` and in ``SharedSlice``.
public enum WordLoader {
    /// Eight bytes, the first one in the lowest bits.
    @inlinable @inline(__always)
    public static func word(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= bytes.count &- 8, "word read past the end")
        // SAFETY: the precondition, which is kept in release builds, puts all eight bytes inside `bytes`; an unaligned
        // load has no alignment requirement; every bit pattern is a UInt64.
        // PERF: an unsafe buffer would check again whether there is memory, which the count already implies.
        return unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        )
    }

    /// Sixteen bytes.
    @inlinable @inline(__always)
    public static func vector(of bytes: Span<UInt8>, at offset: Int) -> ByteVector {
        precondition(offset >= 0 && offset <= bytes.count &- 16, "vector read past the end")
        // SAFETY: as above, with sixteen bytes.
        return unsafe ByteVector(
            bytes: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
        )
    }

    // MARK: Comparing

    /// Whether a number of bytes is equal at two positions.
    ///
    /// - Parameters:
    ///   - left: A text.
    ///   - leftStart: The position in `left`.
    ///   - right: Another text.
    ///   - rightStart: The position in `right`.
    ///   - count: The number of bytes; all of them must exist.
    ///   - folding: Bits that are set in eight bytes of `left` before the comparison, the same in each byte.
    /// - Returns: Whether they are equal.
    /// - Complexity: O(*n*) in `count`.
    ///
    /// PERF: 8 to 32 bytes are compared as four words that may overlap, with one branch; a loop would branch for each
    /// word, and lengths are not predictable. Longer and shorter texts are compared in a separate function.
    @inlinable @inline(__always)
    public static func areEqual(
        _ left: Span<UInt8>,
        at leftStart: Int,
        _ right: Span<UInt8>,
        at rightStart: Int,
        count: Int,
        folding: UInt64 = 0
    ) -> Bool {
        precondition(
            count >= 0 && leftStart >= 0 && rightStart >= 0 && leftStart <= left.count &- count
                && rightStart <= right.count &- count,
            "comparison past the end"
        )
        guard count >= 8, count <= 32 else {
            return areEqualUnusually(left, at: leftStart, right, at: rightStart, count: count, folding: folding)
        }
        let last = count &- 8
        func difference(_ offset: Int) -> UInt64 {
            // SAFETY: the precondition puts `count` bytes after each start, and every offset is from 0 to `count` - 8.
            let left = unsafe left.bytes
                .unsafeLoadUnaligned(fromUncheckedByteOffset: leftStart &+ offset, as: UInt64.self)
            let right = unsafe right.bytes
                .unsafeLoadUnaligned(fromUncheckedByteOffset: rightStart &+ offset, as: UInt64.self)
            return (left | folding) ^ right
        }
        return difference(0) | difference(min(8, last)) | difference(max(last &- 8, 0)) | difference(last) == 0
    }

    /// ``areEqual(_:at:_:at:count:folding:)`` for fewer than 8 or more than 32 bytes, after its precondition.
    @usableFromInline
    static func areEqualUnusually(
        _ left: Span<UInt8>,
        at leftStart: Int,
        _ right: Span<UInt8>,
        at rightStart: Int,
        count: Int,
        folding: UInt64
    ) -> Bool {
        guard count < 8 else {
            var offset = 0
            while offset < count &- 8 {
                guard isEqual(left, leftStart &+ offset, right, rightStart &+ offset, folding) else { return false }
                offset &+= 8
            }
            return isEqual(left, leftStart &+ count &- 8, right, rightStart &+ count &- 8, folding)
        }
        guard count < 4 else {
            // SAFETY: the caller's precondition puts `count` bytes after each start, and both offsets are at most
            // `count` - 4.
            func difference(_ offset: Int) -> UInt32 {
                let left = unsafe left.bytes
                    .unsafeLoadUnaligned(fromUncheckedByteOffset: leftStart &+ offset, as: UInt32.self)
                let right = unsafe right.bytes
                    .unsafeLoadUnaligned(fromUncheckedByteOffset: rightStart &+ offset, as: UInt32.self)
                return (left | UInt32(truncatingIfNeeded: folding)) ^ right
            }
            return difference(0) | difference(count &- 4) == 0
        }
        let folding = UInt8(truncatingIfNeeded: folding)
        for offset in 0..<count where left[leftStart &+ offset] | folding != right[rightStart &+ offset] {
            return false
        }
        return true
    }

    /// Whether eight bytes are equal.
    private static func isEqual(
        _ left: Span<UInt8>,
        _ leftStart: Int,
        _ right: Span<UInt8>,
        _ rightStart: Int,
        _ folding: UInt64
    ) -> Bool {
        word(of: left, at: leftStart) | folding == word(of: right, at: rightStart)
    }
}

#if canImport(_Builtin_intrinsics) && arch(x86_64)
    public import _Builtin_intrinsics.intel.sse2
#endif

/// Sixteen bytes of text, examined at once; results have one bit per byte, the first byte in the lowest bit.
public struct ByteVector: Sendable {
    /// The bytes.
    public var bytes: SIMD16<UInt8>

    /// Creates a vector of sixteen bytes.
    @inlinable @inline(__always)
    public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

    /// Creates a vector of two words, each with its first byte in the lowest bits.
    @inlinable @inline(__always)
    public init(low: UInt64, high: UInt64) {
        bytes = unsafe unsafeBitCast(SIMD2<UInt64>(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
    }

    /// The bytes equal to `byte`.
    @inlinable @inline(__always)
    public func bits(equalTo byte: UInt8) -> UInt64 { Self.bits(bytes .== Self.all(byte)) }

    /// The same byte sixteen times.
    ///
    /// PERF: operators between a vector and a scalar are not specialized by the standard library and run lane by lane,
    /// a hundred times slower; between two vectors they are one instruction.
    @inlinable @inline(__always)
    public static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

    /// The top bit of each lane, packed.
    @inlinable @inline(__always)
    public static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<Int64>.self)
        #if canImport(_Builtin_intrinsics) && arch(x86_64)
            return UInt64(UInt32(bitPattern: _mm_movemask_epi8(halves)))
        #else
            // The product moves the top bit of byte i to bit 56 + i; every other bit it produces overflows or stays
            // below bit 56.
            let gather: UInt64 = 0x0002_0408_1020_4081
            let topBits: UInt64 = 0x8080_8080_8080_8080
            let low = ((UInt64(bitPattern: halves[0]) & topBits) &* gather) >> 56
            let high = ((UInt64(bitPattern: halves[1]) & topBits) &* gather) >> 56
            return low | high << 8
        #endif
    }
}
