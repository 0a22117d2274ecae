#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Bytes that never change, shared by any number of threads: memory of their own, or a file mapped for reading.
///
/// The first byte is aligned to ``alignment``. The memory goes with the last reference.
///
/// Every unsafe expression about memory in this module is in this type, in ``SharedSlice`` and in ``WordLoader``.
@safe
public final class SharedBytes: @unchecked Sendable {
    // INVARIANT: `base` points at `count` initialised bytes that do not change once the initialiser has returned; it is
    // nil if and only if `count` is 0. This is what makes the type Sendable.
    @usableFromInline let base: UnsafePointer<UInt8>?
    /// How many bytes there are.
    public let count: Int
    private let isMapped: Bool

    /// The first byte is at a multiple of this: the line that a processor loads at once.
    public static let alignment = 64

    /// Memory from this size on is asked for in large pages, and begins with one.
    private static let largePage = 1 << 21

    /// Bytes that `fill` writes; what it leaves is zero.
    ///
    /// - Parameters:
    ///   - count: How many bytes; must not be negative.
    ///   - fill: Is lent them once.
    /// - Throws: What `fill` throws.
    public init<Failure: Error>(
        count: Int,
        filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "bytes are counted from 0")
        let block = unsafe Self.allocate(count)
        unsafe base = UnsafePointer(block)
        self.count = count
        isMapped = false
        // SAFETY: the block has `count` bytes, which `allocate` made zero, and nothing else refers to it yet.
        let buffer = unsafe UnsafeMutableBufferPointer(start: block, count: count)
        var bytes = unsafe buffer.mutableSpan
        // Where it throws, the object is complete, so `deinit` frees the block.
        try fill(&bytes)
    }

    /// A copy of bytes.
    public convenience init(copying bytes: [UInt8]) { self.init(copying: bytes.span) }

    /// A copy of bytes.
    public convenience init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count) { copy in
            unsafe copy.withUnsafeMutableBufferPointer { target in
                unsafe bytes.withUnsafeBufferPointer { source in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    // SAFETY: both have `count` bytes, and the new block shares none with what came before it.
                    unsafe to.update(from: from, count: source.count)
                }
            }
        }
    }

    /// The first `count` bytes of an open file, mapped for reading; the descriptor may be closed afterwards.
    ///
    /// The file must not be made shorter for as long as the bytes are in use: reading behind its end ends the process.
    /// Nor should it be written to. Replace such a file by renaming another over it; the mapping keeps the old one.
    ///
    /// - Parameters:
    ///   - descriptor: A file open for reading, which must be at least that long.
    ///   - count: How many bytes; 0 maps nothing.
    /// - Throws: ``MappingError``, also if the file is shorter or not a regular file.
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
        // SAFETY: the block came from the function of the same family, with this size, and no span outlives its owner.
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

    /// Zeroed memory; nil for none.
    private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
        guard count > 0 else { return nil }
        let isLarge = count >= largePage
        var block: UnsafeMutableRawPointer?
        // SAFETY: the alignment is a power of two; the block is written to only within `count`.
        guard unsafe posix_memalign(&block, isLarge ? largePage : alignment, count) == 0, let block = unsafe block
        else {
            // As with any other memory in Swift, there is no way on without it.
            preconditionFailure("out of memory")
        }
        if isLarge { unsafe adviseLargePages(block, count) }
        unsafe memset(block, 0, count)
        return unsafe block.bindMemory(to: UInt8.self, capacity: count)
    }

    /// PERF: a look-up in a large table goes somewhere else each time, and with small pages waits for the page's address
    /// before it waits for the memory. It is advice: where the system has no large pages, nothing is lost.
    private static func adviseLargePages(_ block: UnsafeMutableRawPointer, _ count: Int) {
        #if os(Linux)
            // SAFETY: the advice changes how memory is kept and not what it holds; whole large pages inside the block
            // are all that it touches.
            if count >= largePage { _ = unsafe madvise(block, count, MADV_HUGEPAGE) }
        #endif
    }
}

/// Why a file cannot be mapped.
public enum MappingError: Error, Hashable, Sendable {
    /// The system refused, for the reason that this `errno` names.
    case refused(CInt)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It has fewer bytes than were asked for.
    case tooShort
}

/// A part of ``SharedBytes``, which it keeps alive.
@safe
public struct SharedSlice: @unchecked Sendable {
    // INVARIANT: `start` points at `count` bytes of `owner`, or is nil with a count of 0; they never change, which is
    // what makes the type Sendable.
    @usableFromInline let start: UnsafePointer<UInt8>?
    /// How many bytes there are.
    public let count: Int
    /// What the bytes belong to.
    public let owner: SharedBytes

    /// All of the bytes.
    public init(_ owner: SharedBytes) {
        unsafe start = owner.base
        count = owner.count
        self.owner = owner
    }

    /// A part of the bytes; nil where the range does not lie inside them.
    public init?(_ range: Range<Int>, of owner: SharedBytes) {
        guard range.lowerBound >= 0, range.upperBound <= owner.count else { return nil }
        // SAFETY: the range lies inside the bytes of the owner.
        unsafe start = owner.base.map { unsafe $0 + range.lowerBound }
        count = range.count
        self.owner = owner
    }

    /// A copy of bytes, with an owner of its own.
    public init(copying bytes: [UInt8]) { self.init(SharedBytes(copying: bytes)) }

    /// A part of this part; nil where the range does not lie inside it.
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
        // SAFETY: the array is made of the bytes before the pointer ends.
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
