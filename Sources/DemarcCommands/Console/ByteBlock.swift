import ByteText
import Glibc

/// A fixed block of memory for reading and writing bytes.
///
/// All unsafe code of this module that accesses memory is in this type. Offsets are also checked in release builds.
@safe
struct ByteBlock: ~Copyable, @unchecked Sendable {
    // INVARIANT: `base` points to `capacity` bytes, all of them initialized: `calloc` zeroed them.
    private let base: UnsafeMutablePointer<UInt8>
    let capacity: Int

    /// Creates a block of zeros. Pages that are never written take no memory.
    init(capacity: Int) {
        guard let block = unsafe calloc(max(capacity, 1), 1) else { preconditionFailure("out of memory") }
        unsafe base = block.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
    }

    deinit { unsafe free(base) }

    /// The bytes of a range.
    @_lifetime(borrow self)
    @inline(__always)
    func bytes(_ range: Range<Int>) -> Span<UInt8> {
        check(range)
        // SAFETY: the range lies inside the block, whose bytes are initialized; the borrow keeps the block alive.
        let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(bytes.span, borrowing: self)
    }

    /// The offset of the first `byte` in a range.
    @inline(__always)
    func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        check(range)
        // SAFETY: the range lies inside the block; what `memchr` finds lies inside the range.
        guard let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    // MARK: Writing into the block

    @inline(__always)
    mutating func store(_ byte: UInt8, at offset: Int) {
        precondition(offset >= 0 && offset < capacity, "byte write past the end")
        // SAFETY: the precondition.
        unsafe base[offset] = byte
    }

    /// Writes sixteen bytes.
    @inline(__always)
    mutating func store(_ vector: ByteVector, at offset: Int) {
        precondition(offset >= 0 && offset <= capacity &- 16, "vector write past the end")
        // SAFETY: the precondition; the store need not be aligned.
        unsafe UnsafeMutableRawPointer(base).storeBytes(of: vector.bytes, toByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    mutating func store(_ bytes: Span<UInt8>, at offset: Int) {
        check(offset..<offset + bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            // SAFETY: the bytes fit after `offset`; a block that is held exclusively does not share memory with a
            // borrowed span.
            unsafe (base + offset).update(from: start, count: source.count)
        }
    }

    mutating func store(_ text: StaticString, at offset: Int) {
        // SAFETY: the text is a literal, so its bytes are initialized and never deallocated.
        let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        store(unsafe bytes.span, at: offset)
    }

    /// Moves the bytes of a range to the front of the block.
    mutating func moveToFront(_ range: Range<Int>) {
        check(range)
        // SAFETY: both ranges lie inside the block; `memmove` allows them to overlap.
        unsafe memmove(base, base + range.lowerBound, range.count)
    }

    // MARK: Files

    /// Reads once from a descriptor into the block, starting at `offset`.
    ///
    /// - Returns: The number of bytes read; 0 at the end, -1 for an error in `errno`.
    mutating func read(from descriptor: Int32, at offset: Int) -> Int {
        check(offset..<capacity)
        // SAFETY: `read` writes at most as many bytes as the block has after `offset`.
        return unsafe Glibc.read(descriptor, base + offset, capacity - offset)
    }

    /// Writes a range to a descriptor, once.
    ///
    /// - Returns: The number of bytes written; -1 for an error in `errno`.
    func write(_ range: Range<Int>, to descriptor: Int32) -> Int {
        check(range)
        // SAFETY: the range lies inside the block.
        return unsafe Glibc.write(descriptor, base + range.lowerBound, range.count)
    }

    @inline(__always)
    private func check(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "range past the end of the block")
    }
}
