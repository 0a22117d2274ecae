#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Immutable bytes, shared by any number of threads: their own memory, or a file mapped for reading.
///
/// The first byte is aligned to ``alignment``. The memory is released with the last reference.
///
/// Every unsafe expression about memory in this module is in this type, in ``SharedSlice`` and in ``WordLoader``.
@safe
public final class SharedBytes: @unchecked Sendable {
    // INVARIANT: `base` points at `count` initialised bytes that do not change once the initialiser has returned; it is
    // nil if and only if `count` is 0. This is what makes the type Sendable.
    @usableFromInline let base: UnsafePointer<UInt8>?
    /// The number of bytes.
    public let count: Int
    private let isMapped: Bool

    /// The address of the first byte is a multiple of this: the size of a cache line.
    public static let alignment = 64

    /// Memory of at least this size is requested in large pages, and aligned to one.
    private static let largePage = 1 << 21

    /// Creates bytes that `fill` writes; bytes that it does not write are zero.
    ///
    /// As with any other allocation in Swift, a lack of memory is fatal.
    ///
    /// - Parameters:
    ///   - count: The number of bytes; must not be negative.
    ///   - fill: Writes the bytes; called once.
    /// - Throws: What `fill` throws.
    public convenience init<Failure: Error>(
        count: Int,
        filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let block = unsafe Self.allocate(count) else { preconditionFailure("out of memory") }
        try unsafe self.init(block, fill)
    }

    /// Creates bytes that `fill` writes, if the system has memory for them: for a count that comes from outside.
    ///
    /// - Parameters:
    ///   - count: The number of bytes; must not be negative.
    ///   - fill: Writes the bytes; called once, or not at all if the result is nil.
    /// - Throws: What `fill` throws.
    public convenience init?<Failure: Error>(
        ifAvailable count: Int,
        filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let block = unsafe Self.allocate(count) else { return nil }
        try unsafe self.init(block, fill)
    }

    private init<Failure: Error>(
        _ block: UnsafeMutableBufferPointer<UInt8>,
        _ fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe base = UnsafePointer(block.baseAddress)
        count = block.count
        isMapped = false
        // SAFETY: `allocate` has set every byte of the block to zero, and nothing else refers to it yet.
        var bytes = unsafe block.mutableSpan
        // If it throws, the object is already complete, so `deinit` frees the block.
        try fill(&bytes)
    }

    /// Creates a copy of bytes.
    public convenience init(copying bytes: [UInt8]) { self.init(copying: bytes.span) }

    /// Creates a copy of bytes.
    public convenience init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count) { copy in
            unsafe copy.withUnsafeMutableBufferPointer { target in
                unsafe bytes.withUnsafeBufferPointer { source in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    // SAFETY: both have `count` bytes, and the new block overlaps no existing memory.
                    unsafe to.update(from: from, count: source.count)
                }
            }
        }
    }

    /// The first `count` bytes of an open file, mapped for reading; the descriptor may be closed afterwards.
    ///
    /// The file must not be shortened while the bytes are in use: reading past its end terminates the process. It
    /// should not be written to either. Replace such a file by renaming another over it; the mapping keeps the old
    /// file.
    ///
    /// - Parameters:
    ///   - descriptor: A file open for reading, which must have at least that many bytes.
    ///   - count: The number of bytes; 0 maps nothing.
    /// - Throws: ``MappingError``, including if the file is shorter or not a regular file.
    public init(mapping descriptor: CInt, count: Int) throws(MappingError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .refused(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard count >= 0, Int(status.st_size) >= count else { throw .tooShort }
        self.count = count
        isMapped = true
        guard count > 0 else {
            unsafe base = nil
            return
        }
        // SAFETY: the system chooses a free place for the mapping, which is private and only ever read.
        let place = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let place = unsafe place, unsafe place != MAP_FAILED else { throw .refused(errno) }
        unsafe Self.adviseLargePages(place, count)
        unsafe base = UnsafePointer(place.assumingMemoryBound(to: UInt8.self))
    }

    deinit {
        guard let base = unsafe base else { return }
        // SAFETY: the block was allocated by the matching function, with this size, and no span outlives its owner.
        let block = unsafe UnsafeMutableRawPointer(mutating: base)
        if isMapped { unsafe munmap(block, count) } else { unsafe free(block) }
    }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inlinable @inline(__always)
        get {
            // SAFETY: the invariant; the borrow keeps the object, and with it the memory, alive.
            let bytes = unsafe UnsafeBufferPointer(start: base, count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }

    /// Zeroed memory, without an address if the count is 0; nil if the system does not have it.
    private static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<UInt8>? {
        precondition(count >= 0, "bytes are counted from 0")
        guard count > 0 else { return unsafe UnsafeMutableBufferPointer(start: nil, count: 0) }
        let isLarge = count >= largePage
        var block: UnsafeMutableRawPointer?
        // SAFETY: the alignment is a power of two; writes to the block stay within `count`.
        guard unsafe posix_memalign(&block, isLarge ? largePage : alignment, count) == 0, let block = unsafe block
        else { return nil }
        if isLarge { unsafe adviseLargePages(block, count) }
        unsafe memset(block, 0, count)
        return unsafe UnsafeMutableBufferPointer(
            start: block.bindMemory(to: UInt8.self, capacity: count),
            count: count
        )
    }

    /// PERF: a look-up in a large table accesses a different place each time. With small pages it waits for the page's
    /// address before it waits for the memory. This is only advice: on a system without large pages, nothing is lost.
    private static func adviseLargePages(_ block: UnsafeMutableRawPointer, _ count: Int) {
        #if os(Linux)
            // SAFETY: the advice changes how memory is backed, not its contents, and affects only whole large pages
            // inside the block.
            if count >= largePage { _ = unsafe madvise(block, count, MADV_HUGEPAGE) }
        #endif
    }
}

/// Why a file cannot be mapped.
public enum MappingError: Error, Hashable, Sendable {
    /// The system rejected the request, with this `errno`.
    case refused(CInt)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It has fewer bytes than requested.
    case tooShort
}

/// A part of ``SharedBytes``, which it keeps alive.
@safe
public struct SharedSlice: @unchecked Sendable {
    // INVARIANT: `start` points at `count` bytes of `owner`, or is nil with a count of 0; they never change, which is
    // what makes the type Sendable.
    @usableFromInline let start: UnsafePointer<UInt8>?
    /// The number of bytes.
    public let count: Int
    /// The owner of the bytes.
    public let owner: SharedBytes

    /// Creates a slice of all bytes.
    public init(_ owner: SharedBytes) {
        unsafe start = owner.base
        count = owner.count
        self.owner = owner
    }

    /// Creates a slice of some bytes; nil if the range is not inside them.
    public init?(_ range: Range<Int>, of owner: SharedBytes) {
        guard range.lowerBound >= 0, range.upperBound <= owner.count else { return nil }
        // SAFETY: the range lies inside the bytes of the owner.
        unsafe start = owner.base.map { unsafe $0 + range.lowerBound }
        count = range.count
        self.owner = owner
    }

    /// Creates a copy of bytes, with an owner of its own.
    public init(copying bytes: [UInt8]) { self.init(SharedBytes(copying: bytes)) }

    /// A part of this slice; nil if the range is not inside it.
    public func slice(_ range: Range<Int>) -> SharedSlice? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        // SAFETY: the range lies inside the slice.
        return unsafe SharedSlice(start: start.map { unsafe $0 + range.lowerBound }, count: range.count, owner)
    }

    private init(start: UnsafePointer<UInt8>?, count: Int, _ owner: SharedBytes) {
        unsafe self.start = start
        self.count = count
        self.owner = owner
    }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inlinable @inline(__always)
        get {
            // SAFETY: the invariant; the borrow keeps the owner, and with it the memory, alive.
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }
}

extension Span<UInt8> {
    /// A copy of the bytes.
    public var array: [UInt8] {
        // SAFETY: the array is created from the bytes before the pointer becomes invalid.
        unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension SharedSlice {
    /// A copy of the bytes.
    public var array: [UInt8] {
        let bytes = span
        return bytes.array
    }
}
