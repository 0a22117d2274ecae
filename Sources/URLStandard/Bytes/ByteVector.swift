#if canImport(_Builtin_intrinsics) && arch(x86_64)
    import _Builtin_intrinsics.intel.sse2
#endif

/// Sixteen bytes of input, examined at once; a question about them answers with one bit per byte, the first lowest.
package struct ByteVector {
    package var bytes: SIMD16<UInt8>

    @inlinable @inline(__always)
    package init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

    /// Two words, each with its first byte lowest.
    @inlinable @inline(__always)
    package init(low: UInt64, high: UInt64) {
        bytes = unsafe unsafeBitCast(SIMD2<UInt64>(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
    }

    /// The bytes equal to `byte`.
    @inlinable @inline(__always)
    package func bits(equalTo byte: UInt8) -> UInt64 { Self.bits(bytes .== Self.all(byte)) }

    /// The bytes that may stand in a canonical domain without a thought: `a`–`z`, `0`–`9`, `-`, `.`; and `/` with them,
    /// because its neighbours make one comparison of them all.
    @inlinable @inline(__always)
    package var domainOrSlashBits: UInt64 {
        let letters = (bytes &- Self.all(0x61)) .<= Self.all(25)
        let dashToNine = (bytes &- Self.all(0x2D)) .<= Self.all(12)
        return Self.bits(letters .| dashToNine)
    }

    /// The bytes that mean something, or may have to be encoded, somewhere in a path, query or fragment: controls,
    /// space, `"` `#` `%` `'` `<` `>` `?` `\` `^` `` ` `` `{` `|` `}` `~`, DEL and everything that is not ASCII.
    @inlinable @inline(__always)
    package var exceptionalBits: UInt64 {
        let outsideBangToZ = (bytes &- Self.all(0x21)) .> Self.all(0x59)
        let quoteOrHash = (bytes | Self.all(0x01)) .== Self.all(0x23)
        let percentOrApostrophe = (bytes | Self.all(0x02)) .== Self.all(0x27)
        let angle = (bytes | Self.all(0x02)) .== Self.all(0x3E)
        let question = bytes .== Self.all(0x3F)
        let backslashOrCaret = (bytes | Self.all(0x02)) .== Self.all(0x5E)
        let backtick = bytes .== Self.all(0x60)
        return Self.bits(
            outsideBangToZ .| quoteOrHash .| percentOrApostrophe .| angle .| question .| backslashOrCaret .| backtick)
    }

    /// The same bytes with `A`–`Z` in lower case.
    @inline(__always)
    var lowercased: ByteVector {
        let isUpper = (bytes &- Self.all(0x41)) .<= Self.all(25)
        return ByteVector(bytes: bytes | Self.all(0x20).replacing(with: Self.all(0), where: .!isUpper))
    }

    /// Whether there is a byte from tab to carriage return, the narrowest range that holds every newline.
    @inline(__always)
    var hasTabToCarriageReturn: Bool { Self.bits((bytes &- Self.all(0x09)) .<= Self.all(4)) != 0 }

    /// PERF: operators between a vector and a scalar are not specialised by the standard library and run lane by lane,
    /// a hundred times slower; between two vectors they are one instruction.
    @inlinable @inline(__always)
    package static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

    /// The top bit of each lane, packed.
    @inlinable @inline(__always)
    package static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
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
