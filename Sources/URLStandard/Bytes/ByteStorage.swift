import ByteText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The growable buffer of bytes that a URL owns: one `malloc` block, kept for the next URL when it is reused.
///
/// Every raw pointer of this module is in this type and in ``WordLoader``. Offsets are checked in release builds too;
/// each unchecked access has a reason in a comment.
///
/// PERF: `malloc` instead of an array or a reference-counted box, whose allocation costs about as much as a whole
/// parse.
@safe
struct ByteStorage: ~Copyable, @unchecked Sendable {
    // INVARIANT: `base` is nil if and only if `capacity` is 0; `count <= capacity`; the first `count` bytes are
    // initialised.
    private var base: UnsafeMutablePointer<UInt8>?
    private(set) var capacity: Int
    private(set) var count: Int

    init() {
        unsafe base = nil
        capacity = 0
        count = 0
    }

    init(copying bytes: Span<UInt8>) {
        self.init()
        append(bytes)
    }

    deinit {
        // PERF: most records never use their scratch buffer; this check is cheaper than calling `free` with nil.
        if let base = unsafe base { unsafe free(base) }
    }

    /// The bytes written so far.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: by the invariant, `count` bytes at `base` are initialised, and the borrow of `self` keeps the
            // block alive and unchanged while the span lives. If the base is null, the count is 0.
            let bytes = unsafe UnsafeBufferPointer(start: base, count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }

    subscript(offset: Int) -> UInt8 {
        get {
            precondition(offset >= 0 && offset < count, "offset past the end of the bytes")
            // SAFETY: the precondition, and the invariant that the bytes below `count` exist.
            return unsafe base.unsafelyUnwrapped[offset]
        }
        set {
            precondition(offset >= 0 && offset < count, "offset past the end of the bytes")
            // SAFETY: as above.
            unsafe base.unsafelyUnwrapped[offset] = newValue
        }
    }

    mutating func removeAll() { count = 0 }

    /// Drops every byte from `newCount` on.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "cannot truncate to more bytes than there are")
        count = newCount
    }

    /// Reserves room for `total` bytes; afterwards ``append(_:)-(UInt8)`` up to that count allocates nothing.
    @inline(__always)
    mutating func reserve(_ total: Int) {
        if total > capacity { grow(to: total) }
    }

    @inline(never)
    private mutating func grow(to total: Int) {
        let newCapacity = max(max(total, capacity &* 2), 64)
        // SAFETY: `realloc` keeps the first `count` bytes; a failure is fatal, as with any Swift allocation.
        // PERF: with nothing to keep, `realloc` is only a detour to `malloc`.
        guard let block = unsafe base == nil ? malloc(newCapacity) : realloc(base, newCapacity) else {
            preconditionFailure("out of memory")
        }
        unsafe base = block.assumingMemoryBound(to: UInt8.self)
        capacity = newCapacity
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { reserve(count + 1) }
        // SAFETY: `count < capacity` now holds, so the byte lies inside the block.
        unsafe base.unsafelyUnwrapped[count] = byte
        count &+= 1
    }

    mutating func append(_ bytes: Span<UInt8>) {
        reserve(count + bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress, let base = unsafe base else { return }
            // SAFETY: `reserve` made room for all bytes, and a borrowed span never lies in a block that is accessed
            // exclusively.
            unsafe (base + count).update(from: start, count: source.count)
        }
        count &+= bytes.count
    }

    mutating func append(_ text: StaticString) {
        // SAFETY: the text is a literal, so its bytes are initialised and permanent.
        let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        append(unsafe bytes.span)
    }

    /// Writes sixteen bytes at `offset`, which must lie inside the capacity; ``setCount(_:)`` then sets how many count.
    @inline(__always)
    mutating func write(_ vector: ByteVector, at offset: Int) {
        precondition(offset >= 0 && offset <= capacity &- 16, "vector write past the end")
        // SAFETY: the precondition; a capacity above zero means that the block exists.
        unsafe UnsafeMutableRawPointer(base.unsafelyUnwrapped)
            .storeBytes(of: vector.bytes, toByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    /// Writes one byte at `offset`, which must lie inside the capacity.
    @inline(__always)
    mutating func write(_ byte: UInt8, at offset: Int) {
        precondition(offset >= 0 && offset < capacity, "byte write past the end")
        // SAFETY: as above.
        unsafe base.unsafelyUnwrapped[offset] = byte
    }

    /// Copies fewer than sixteen bytes to `offset`; they must lie inside the capacity.
    @inline(__always)
    mutating func copyShort(_ bytes: Span<UInt8>, from start: Int, count length: Int, at offset: Int) {
        if length >= 8 {
            write(WordLoader.word(of: bytes, at: start), at: offset)
            write(WordLoader.word(of: bytes, at: start &+ length &- 8), at: offset &+ length &- 8)
            return
        }
        var index = 0
        while index < length {
            write(bytes[start &+ index], at: offset &+ index)
            index &+= 1
        }
    }

    /// Writes eight bytes at `offset`, which must lie inside the capacity, the lowest byte first.
    @inline(__always)
    mutating func write(_ word: UInt64, at offset: Int) {
        precondition(offset >= 0 && offset <= capacity &- 8, "word write past the end")
        // SAFETY: the precondition; a capacity above zero means that the block exists.
        unsafe UnsafeMutableRawPointer(base.unsafelyUnwrapped)
            .storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Declares the first `newCount` bytes written.
    @inline(__always)
    mutating func setCount(_ newCount: Int) {
        precondition(newCount >= 0 && newCount <= capacity, "count past the capacity")
        count = newCount
    }

    /// Replaces `range` with `bytes`, and moves what follows.
    mutating func replace(_ range: Range<Int>, with bytes: Span<UInt8>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range past the end of the bytes")
        let newCount = count - range.count + bytes.count
        reserve(newCount)
        guard let base = unsafe base else { return }
        // SAFETY: both moves stay inside `capacity >= newCount`; `memmove` allows overlap.
        unsafe memmove(
            base + range.lowerBound + bytes.count,
            base + range.upperBound,
            count - range.upperBound
        )
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe memmove(base + range.lowerBound, start, source.count) }
        }
        count = newCount
    }
}

extension ByteStorage {
    /// Appends a number below 100,000 in decimal, without leading zeros.
    mutating func append(decimal value: UInt32) {
        // PERF: divides by constants only, which the compiler turns into multiplications.
        if value >= 10_000 { append(digit: value / 10_000) }
        if value >= 1000 { append(digit: value / 1000 % 10) }
        if value >= 100 { append(digit: value / 100 % 10) }
        if value >= 10 { append(digit: value / 10 % 10) }
        append(digit: value % 10)
    }

    @inline(__always)
    private mutating func append(digit: UInt32) { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }

    /// Appends a number in lower-case hexadecimal, without leading zeros.
    mutating func append(hexadecimal value: UInt16) {
        var shift: UInt16 = 12
        while shift > 0, value >> shift == 0 { shift -= 4 }
        while true {
            append(Hexadecimal.lowerDigit(UInt8(truncatingIfNeeded: value >> shift & 0xF)))
            guard shift > 0 else { return }
            shift -= 4
        }
    }
}
