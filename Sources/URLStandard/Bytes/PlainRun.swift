import ByteText

/// Copies runs of bytes that need no processing, sixteen at a time.
///
/// PERF: byte by byte, with a table, a path takes twice as long.
enum PlainRun {
    /// The extra room in the output that ``copy(_:from:to:at:stops:)`` needs after the copied bytes.
    static var slack: Int { 16 }

    /// Copies bytes of `input` unchanged from `offset` on, up to the first byte that `stops` selects or the end.
    ///
    /// - Parameters:
    ///   - input: The bytes to copy from.
    ///   - offset: Where copying begins in the input.
    ///   - output: Must have room for the rest of the input and ``slack``.
    ///   - count: Where writing begins in the output.
    ///   - stops: Selects the bytes of a vector at which to end; one bit each. Vectors come in order, and overlap only
    ///     at the end of the input.
    /// - Returns: The number of bytes copied. It may be smaller than necessary if the whole input is shorter than a
    ///   vector.
    @inline(__always)
    static func copy(
        _ input: Span<UInt8>,
        from offset: Int,
        to output: inout ByteStorage,
        at count: Int,
        stops: (ByteVector) -> UInt64
    ) -> Int {
        var copied = 0
        while true {
            let start = offset &+ copied
            let remaining = input.count &- start
            guard remaining < 16 else {
                let vector = WordLoader.vector(of: input, at: start)
                output.write(vector, at: count &+ copied)
                let bits = stops(vector)
                guard bits == 0 else { return copied &+ bits.trailingZeroBitCount }
                copied &+= 16
                continue
            }
            guard remaining > 0, input.count >= 16 else { return copied }
            // The last vector starts before `start`; the bytes before `start` are shifted out.
            let bits = stops(WordLoader.vector(of: input, at: input.count &- 16)) &>> UInt64(16 &- remaining)
            let length = min(bits.trailingZeroBitCount, remaining)
            output.copyShort(input, from: start, count: length, at: count &+ copied)
            return copied &+ length
        }
    }
}

extension ByteVector {
    /// The bytes that a canonical domain may contain without further checks: `a`–`z`, `0`–`9`, `-`, `.`; and also `/`,
    /// because it lies between `.` and `0`, so that a single comparison covers them all.
    @inline(__always)
    var domainOrSlashBits: UInt64 {
        let letters = (bytes &- Self.all(0x61)) .<= Self.all(25)
        let dashToNine = (bytes &- Self.all(0x2D)) .<= Self.all(12)
        return Self.bits(letters .| dashToNine)
    }

    /// The bytes that have a meaning, or may have to be encoded, somewhere in a path, query or fragment: controls,
    /// space, `"` `#` `%` `'` `<` `>` `?` `\` `^` `` ` `` `{` `|` `}` `~`, DEL and everything that is not ASCII.
    @inline(__always)
    var exceptionalBits: UInt64 {
        let outsideBangToZ = (bytes &- Self.all(0x21)) .> Self.all(0x59)
        let quoteOrHash = (bytes | Self.all(0x01)) .== Self.all(0x23)
        let percentOrApostrophe = (bytes | Self.all(0x02)) .== Self.all(0x27)
        let angle = (bytes | Self.all(0x02)) .== Self.all(0x3E)
        let question = bytes .== Self.all(0x3F)
        let backslashOrCaret = (bytes | Self.all(0x02)) .== Self.all(0x5E)
        let backtick = bytes .== Self.all(0x60)
        return Self.bits(
            outsideBangToZ .| quoteOrHash .| percentOrApostrophe .| angle .| question .| backslashOrCaret .| backtick
        )
    }

    /// The same bytes with `A`–`Z` in lower case.
    @inline(__always)
    var lowercased: ByteVector {
        let isUpper = (bytes &- Self.all(0x41)) .<= Self.all(25)
        return ByteVector(bytes: bytes | Self.all(0x20).replacing(with: Self.all(0), where: .!isUpper))
    }

    /// Whether there is a byte from tab to carriage return, the narrowest range that contains every newline.
    @inline(__always)
    var hasTabToCarriageReturn: Bool { Self.bits((bytes &- Self.all(0x09)) .<= Self.all(4)) != 0 }
}
