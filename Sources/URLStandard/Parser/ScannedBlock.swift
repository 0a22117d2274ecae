import ByteText

/// Up to 64 bytes of input as bit masks, one bit per byte; the bytes themselves went to the output on the way.
struct ScannedBlock {
    /// ``ByteVector/domainOrSlashBits``.
    private(set) var domainOrSlash: UInt64 = 0
    private(set) var slash: UInt64 = 0
    private(set) var dot: UInt64 = 0
    /// ``ByteVector/exceptionalBits``.
    private(set) var exceptional: UInt64 = 0

    /// Scans the first 64 bytes of `input`, or all of a shorter one.
    ///
    /// Vectors overlap rather than reaching past the end: a byte that is scanned twice sets the same bit twice.
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

    /// Scans the 64 bytes from `start` on; bit 0 is the byte there.
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
