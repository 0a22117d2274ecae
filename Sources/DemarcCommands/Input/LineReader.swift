import ByteText
import Glibc

/// Splits a stream into lines, in constant memory.
///
/// ```swift
/// while true {
///     while let line = reader.nextLine() { use(reader.bytes(of: line)) }
///     guard !reader.isAtEnd else { break }
///     try reader.fill()           // may wait; flush before it
/// }
/// ```
///
/// A line ends with LF or CR LF, the last line also at the end of the stream. For a line longer than the limit, one
/// byte more than the limit is kept, so that the caller can tell that it is too long; the rest is skipped. A byte order
/// mark at the beginning of the stream is not part of the first line.
struct LineReader: ~Copyable {
    /// A line in the reader's block, valid until the next ``fill()``.
    struct Line {
        let range: Range<Int>
        /// Whether the line is longer than the limit and was cut.
        let isCut: Bool
    }

    /// The number of bytes per read.
    static let blockSize = 1 << 18

    private let descriptor: Int32
    private let lineLimit: Int
    private var block: ByteBlock
    /// The bytes read and not yet taken.
    private var pending = 0..<0
    /// How many of the pending bytes are known to contain no line feed.
    private var searched = 0
    /// Whether the rest of a cut line is being skipped.
    private var isSkipping = false
    private var sawEnd = false
    private var isAtStart = true
    /// Whether the stream begins with the mark of UTF-16, in which its lines would be meaningless.
    private(set) var isUTF16 = false
    /// The number of bytes read so far.
    private(set) var byteCount = 0
    /// The number of lines taken so far, including blank ones.
    private(set) var lineCount = 0

    /// Reads from a descriptor, which the caller must close.
    init(descriptor: Int32, lineLimit: Int) {
        self.descriptor = descriptor
        self.lineLimit = lineLimit
        block = ByteBlock(capacity: Self.blockSize)
    }

    /// Whether every byte of the stream has been taken.
    var isAtEnd: Bool { sawEnd && pending.isEmpty }

    /// The bytes of a line, without its terminator.
    @_lifetime(borrow self)
    @inline(__always)
    borrowing func bytes(of line: Line) -> Span<UInt8> { block.bytes(line.range) }

    /// Takes the next line, if it has been read completely.
    mutating func nextLine() -> Line? {
        guard !pending.isEmpty else { return nil }
        let unsearched = pending.lowerBound + searched..<pending.upperBound
        if let end = block.firstOffset(of: UInt8(ascii: "\n"), in: unsearched) {
            let line = pending.lowerBound..<end
            pending = end + 1..<pending.upperBound
            searched = 0
            if isSkipping {
                isSkipping = false
                return nextLine()
            }
            return taken(line)
        }
        searched = pending.count
        if isSkipping {
            pending = pending.upperBound..<pending.upperBound
            searched = 0
            return nil
        }
        if pending.count > lineLimit + 1 {
            let line = pending
            pending = pending.upperBound..<pending.upperBound
            searched = 0
            isSkipping = true
            return taken(line)
        }
        guard sawEnd else { return nil }
        let line = pending
        pending = pending.upperBound..<pending.upperBound
        return taken(line)
    }

    /// Reads more of the stream, waiting for it if necessary.
    ///
    /// - Returns: Nil, or the system error. An interrupted read is not an error, and yields nothing new.
    mutating func fill() -> Int32? {
        block.moveToFront(pending)
        pending = 0..<pending.count
        if block.capacity - pending.count < Self.blockSize / 2 { grow() }
        let count = block.read(from: descriptor, at: pending.count)
        guard count >= 0 else {
            guard errno == EAGAIN else { return errno == EINTR ? nil : errno }
            Interruption.wait(for: descriptor)
            return nil
        }
        byteCount += count
        sawEnd = count == 0
        pending = 0..<pending.count + count
        if isAtStart, pending.count >= 3 || sawEnd { skipByteOrderMark() }
        return nil
    }

    @inline(__always)
    private mutating func taken(_ range: Range<Int>) -> Line {
        lineCount &+= 1
        var end = range.upperBound
        if end > range.lowerBound, block.bytes(end - 1..<end)[0] == UInt8(ascii: "\r") { end -= 1 }
        let isCut = end - range.lowerBound > lineLimit
        return Line(range: range.lowerBound..<(isCut ? range.lowerBound + lineLimit + 1 : end), isCut: isCut)
    }

    private mutating func skipByteOrderMark() {
        isAtStart = false
        guard lineCount == 0 else { return }
        isUTF16 = ByteOrderMark.utf16IsBigEndian(in: block.bytes(pending)) != nil
        if beginsWithMark { pending = pending.lowerBound + 3..<pending.upperBound }
    }

    private var beginsWithMark: Bool {
        ByteOrderMark.utf8Count(in: block.bytes(pending)) > 0
    }

    // INVARIANT: the pending bytes never exceed the line limit by more than one block, so neither does the block.
    private mutating func grow() {
        var larger = ByteBlock(capacity: block.capacity * 2)
        larger.store(block.bytes(pending), at: 0)
        block = larger
    }
}
