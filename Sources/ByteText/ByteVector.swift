#if canImport(_Builtin_intrinsics) && arch(x86_64)
    public import _Builtin_intrinsics.intel.sse2
#endif

/// Sixteen bytes of text, examined at once; a question about them answers with one bit per byte, the first lowest.
public struct ByteVector: Sendable {
    /// The bytes.
    public var bytes: SIMD16<UInt8>

    /// Sixteen bytes as they are.
    @inlinable @inline(__always)
    public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

    /// Two words, each with its first byte lowest.
    @inlinable @inline(__always)
    public init(low: UInt64, high: UInt64) {
        bytes = unsafe unsafeBitCast(SIMD2<UInt64>(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
    }

    /// The bytes equal to `byte`.
    @inlinable @inline(__always)
    public func bits(equalTo byte: UInt8) -> UInt64 { Self.bits(bytes .== Self.all(byte)) }

    /// The same byte sixteen times.
    ///
    /// PERF: operators between a vector and a scalar are not specialised by the standard library and run lane by lane,
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
            // The product moves the top bit of byte i to bit 56 + i; every other bit it makes falls off the end or below.
            let gather: UInt64 = 0x0002_0408_1020_4081
            let topBits: UInt64 = 0x8080_8080_8080_8080
            let low = ((UInt64(bitPattern: halves[0]) & topBits) &* gather) >> 56
            let high = ((UInt64(bitPattern: halves[1]) & topBits) &* gather) >> 56
            return low | high << 8
        #endif
    }
}
