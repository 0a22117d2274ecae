import ByteText

/// Stage 1 of the parser: removes what the Standard ignores anywhere in a URL.
enum InputPreparation {
    /// The range of the input without [C0 controls and spaces](https://infra.spec.whatwg.org/#c0-control-or-space) at
    /// its ends.
    static func trimmedRange(of input: Span<UInt8>) -> Range<Int> {
        var start = 0
        while start < input.count, input[start] <= 0x20 { start += 1 }
        var end = input.count
        while end > start, input[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// Whether there is a tab, line feed or carriage return; may return a false positive.
    static func hasTabOrNewline(_ input: Span<UInt8>) -> Bool {
        let count = input.count
        guard count >= 16 else {
            for offset in 0..<count where ByteClass(of: input[offset]).intersects(.tabOrNewline) { return true }
            return false
        }
        var offset = 0
        while offset <= count &- 16 {
            if WordLoader.vector(of: input, at: offset).hasTabToCarriageReturn { return true }
            offset &+= 16
        }
        // The last vector overlaps the one before it.
        return offset < count && WordLoader.vector(of: input, at: count &- 16).hasTabToCarriageReturn
    }

    /// Replaces the content of `output` with the input without tabs and newlines.
    ///
    /// Malformed UTF-8 becomes U+FFFD in the process: removing a newline must not join two halves of a sequence,
    /// because the Standard decodes first.
    static func copyWithoutTabsAndNewlines(_ input: Span<UInt8>, into output: inout ByteStorage) {
        output.removeAll()
        output.reserve(input.count)
        var offset = 0
        while offset < input.count {
            let byte = input[offset]
            guard byte < 0x80 else {
                let sequence = UTF8Sequence.next(in: input, at: offset)
                if sequence.isValid {
                    output.append(input.extracting(offset..<offset + sequence.length))
                } else {
                    output.append("\u{FFFD}")
                }
                offset += sequence.length
                continue
            }
            if !ByteClass(of: byte).intersects(.tabOrNewline) { output.append(byte) }
            offset += 1
        }
    }
}

/// Up to 64 bytes of input as bit masks, one bit per byte; the bytes themselves are copied to the output during the
/// scan.
struct ScannedBlock {
    /// ``ByteVector/domainOrSlashBits``.
    private(set) var domainOrSlash: UInt64 = 0
    private(set) var slash: UInt64 = 0
    private(set) var dot: UInt64 = 0
    /// ``ByteVector/exceptionalBits``.
    private(set) var exceptional: UInt64 = 0

    /// Scans the first 64 bytes of `input`, or all of a shorter input.
    ///
    /// Vectors overlap rather than reach past the end: a byte that is scanned twice sets the same bit twice.
    @inline(__always)
    init(first input: Span<UInt8>, copiedTo storage: inout ByteStorage) {
        let count = input.count
        if count < 16 {
            let low = WordLoader.word(of: input, at: 0)
            let high = WordLoader.word(of: input, at: count &- 8) >> UInt64((16 &- count) &* 8)
            let vector = ByteVector(low: low, high: high)
            storage.write(vector, at: 0)
            add(vector, at: 0)
            let valid = FastParser.lowBits(count)
            domainOrSlash &= valid
            exceptional &= valid
        } else {
            add(at: 0, of: input, copiedTo: &storage)
            if count > 32 {
                let third = count < 64 ? count &- 32 : 32
                add(at: 16, of: input, copiedTo: &storage)
                add(at: third, of: input, copiedTo: &storage)
                add(at: third &+ 16, of: input, copiedTo: &storage)
            } else {
                add(at: count &- 16, of: input, copiedTo: &storage)
            }
        }
    }

    /// Scans the 64 bytes from `start` on; bit 0 is the byte at `start`.
    @inline(__always)
    init(at start: Int, of input: Span<UInt8>, copiedTo storage: inout ByteStorage) {
        for step in 0..<4 {
            let vector = WordLoader.vector(of: input, at: start &+ step &* 16)
            storage.write(vector, at: start &+ step &* 16)
            add(vector, at: step &* 16)
        }
    }

    @inline(__always)
    private mutating func add(at offset: Int, of input: Span<UInt8>, copiedTo storage: inout ByteStorage) {
        let vector = WordLoader.vector(of: input, at: offset)
        storage.write(vector, at: offset)
        add(vector, at: offset)
    }

    @inline(__always)
    private mutating func add(_ vector: ByteVector, at bit: Int) {
        let shift = UInt64(truncatingIfNeeded: bit)
        domainOrSlash |= vector.domainOrSlashBits &<< shift
        slash |= vector.bits(equalTo: UInt8(ascii: "/")) &<< shift
        dot |= vector.bits(equalTo: UInt8(ascii: ".")) &<< shift
        exceptional |= vector.exceptionalBits &<< shift
    }
}
