import ByteText

/// Copies runs of bytes that need no thought, sixteen at a time.
///
/// PERF: byte by byte, with a table, a path takes twice as long.
enum PlainRun {
    /// How much room behind the bytes to come ``copy(_:from:to:at:stops:)`` needs.
    static var slack: Int { 16 }

    /// Copies bytes of `input` from `offset` on as they are, up to the first that `stops` names or the end.
    ///
    /// - Parameters:
    ///   - input: What to copy from.
    ///   - offset: Where in it to begin.
    ///   - output: Must have room for the rest of the input and ``slack``.
    ///   - count: Where in it to write.
    ///   - stops: The bytes of a vector at which to end; one bit each. Vectors come in order, overlapping at the end of
    ///     the input only.
    /// - Returns: The number of bytes copied. It may be too small for no reason where the whole input is shorter than a
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
            // The last vector looks back at bytes before `start`, which only shift out.
            let bits = stops(WordLoader.vector(of: input, at: input.count &- 16)) &>> UInt64(16 &- remaining)
            let length = min(bits.trailingZeroBitCount, remaining)
            output.copyShort(input, from: start, count: length, at: count &+ copied)
            return copied &+ length
        }
    }
}
