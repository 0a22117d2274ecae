import ByteText

/// Writes components, percent-encoding the bytes of a percent-encode set.
///
/// See [UTF-8 percent-encode](https://url.spec.whatwg.org/#string-utf-8-percent-encode).
enum PercentEncoder {
    /// Appends `input` from `start` to `end`, encoding the bytes in `set`.
    ///
    /// - Complexity: O(*n*) in the bytes of that range.
    static func append(
        _ input: Span<UInt8>,
        from start: Int,
        to end: Int,
        encoding set: ByteClass,
        to output: inout ByteStorage
    ) {
        output.reserve(output.count &+ (end &- start))
        var offset = start
        while offset < end {
            let byte = input[offset]
            if ByteClass(of: byte).intersects(set) {
                offset = appendEncoded(input, at: offset, to: &output)
            } else {
                output.append(byte)
                offset &+= 1
            }
        }
    }

    /// Appends `input` from `start` on, encoding the bytes in `set`, which must be one of the sets for queries and
    /// fragments; ends at `stop`, or at the end of the input.
    ///
    /// - Returns: The offset of the first byte that was not consumed.
    /// - Complexity: O(*n*) in the bytes consumed.
    static func appendSuffix(
        _ input: Span<UInt8>,
        from start: Int,
        encoding set: ByteClass,
        stoppingAt stop: UInt8?,
        to output: inout ByteStorage
    ) -> Int {
        var offset = start
        // PERF: the count is a local; a field would be stored and loaded again for each byte.
        var count = output.count
        output.reserve(count &+ (input.count &- offset) &+ PlainRun.slack)
        while true {
            let copied = PlainRun.copy(input, from: offset, to: &output, at: count) { $0.exceptionalBits }
            offset &+= copied
            count &+= copied
            guard offset < input.count else { break }
            // An exceptional byte is not necessarily encoded: that depends on the set.
            let byte = input[offset]
            if byte == stop { break }
            guard ByteClass(of: byte).intersects(set) else {
                output.write(byte, at: count)
                count &+= 1
                offset &+= 1
                continue
            }
            output.setCount(count)
            offset = appendEncoded(input, at: offset, to: &output)
            count = output.count
            output.reserve(count &+ (input.count &- offset) &+ PlainRun.slack)
        }
        output.setCount(count)
        return offset
    }

    /// Appends the code point at `offset` percent-encoded, or U+FFFD for a malformed sequence.
    ///
    /// - Returns: The offset after it.
    @inline(never)
    static func appendEncoded(_ input: Span<UInt8>, at offset: Int, to output: inout ByteStorage) -> Int {
        let byte = input[offset]
        guard byte >= 0x80 else {
            append(byte, to: &output)
            return offset + 1
        }
        let sequence = UTF8Sequence.next(in: input, at: offset)
        if sequence.isValid {
            for index in offset..<offset + sequence.length { append(input[index], to: &output) }
        } else {
            output.append("%EF%BF%BD")
        }
        return offset + sequence.length
    }

    private static func append(_ byte: UInt8, to output: inout ByteStorage) {
        output.append(UInt8(ascii: "%"))
        output.append(Hexadecimal.upperDigit(byte >> 4))
        output.append(Hexadecimal.upperDigit(byte & 0xF))
    }
}
