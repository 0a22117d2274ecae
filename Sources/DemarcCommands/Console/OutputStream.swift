import ByteText
import Glibc

/// Buffered output of a command's results, in constant memory.
///
/// A failed write does not throw: subsequent output is dropped, and the writer checks ``failure`` periodically. Thus
/// the code that writes results checks for errors once per line and not once per field.
struct OutputStream: ~Copyable {
    static let blockSize = 1 << 18

    private let descriptor: Int32
    private var block = ByteBlock(capacity: OutputStream.blockSize)
    private var count = 0
    /// The system error that ended the output; `EPIPE` if the reader is gone.
    private(set) var failure: Int32?

    /// Writes to a descriptor, which the caller must close.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Flushes all buffered bytes.
    mutating func flush() {
        var written = 0
        while failure == nil, written < count {
            let result = block.write(written..<count, to: descriptor)
            if result >= 0 {
                written += result
                continue
            }
            switch errno {
            case EINTR: break
            case EAGAIN: StandardStreams.waitToWrite(to: descriptor)
            case let error: failure = error
            }
        }
        count = 0
    }

    /// Makes room for this many bytes, at most ``blockSize``, without a further flush.
    @inline(__always)
    private mutating func reserve(_ byteCount: Int) {
        if count &+ byteCount > block.capacity { flush() }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        block.store(byte, at: count)
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        guard bytes.count <= Self.blockSize else { return appendLong(bytes) }
        reserve(bytes.count)
        block.store(bytes, at: count)
        count &+= bytes.count
    }

    mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        block.store(text, at: count)
        count &+= text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func append(_ bytes: borrowing [UInt8]) { append(bytes.span) }

    @inline(__always)
    mutating func appendEscaped(_ bytes: borrowing [UInt8]) { appendEscaped(bytes.span) }

    mutating func append(text: String) { append(text.utf8.span) }

    private mutating func appendLong(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + Self.blockSize, bytes.count)
            append(bytes.extracting(offset..<end))
            offset = end
        }
    }

    // MARK: JSON

    /// Appends the contents of a JSON string, without its quotes.
    ///
    /// ``JSONEscaping`` says what is escaped. Bytes that are not UTF-8 become U+FFFD.
    @inline(__always)
    mutating func appendEscaped(_ bytes: Span<UInt8>) {
        // PERF: most strings are short and need no escapes. Sixteen bytes are copied while they are examined.
        guard bytes.count <= JSONEscaping.pieceSize else { return appendLongEscaped(bytes) }
        reserve(bytes.count &* JSONEscaping.longestEscape &+ 16)
        var offset = 0
        while offset &+ 16 <= bytes.count {
            let vector = WordLoader.vector(of: bytes, at: offset)
            block.store(vector, at: count)
            let special = JSONEscaping.bitsToEscape(vector)
            let plain = min(special.trailingZeroBitCount, 16)
            count &+= plain
            offset &+= plain
            if plain < 16 { offset &+= appendEscape(bytes, at: offset) }
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            if JSONEscaping.mustEscape(byte) {
                offset &+= appendEscape(bytes, at: offset)
            } else {
                block.store(byte, at: count)
                count &+= 1
                offset &+= 1
            }
        }
    }

    @inline(never)
    private mutating func appendLongEscaped(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            var end = min(offset + JSONEscaping.pieceSize, bytes.count)
            // A piece ends at a code point boundary; in invalid UTF-8, anywhere. It doesn't end between two `#`, of which
            // the first must be escaped.
            var back = 0
            while end < bytes.count, back < 3, bytes[end] & 0xC0 == 0x80 || bytes[end] == UInt8(ascii: "#") {
                end -= 1
                back += 1
            }
            appendEscaped(bytes.extracting(offset..<end))
            offset = end
        }
    }

    /// Appends the escape for the special byte, or the code point, at an offset. There must be room for it.
    ///
    /// - Returns: The number of input bytes that it represents.
    @inline(never)
    private mutating func appendEscape(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        let escape = JSONEscaping.escape(bytes, at: offset)
        switch escape.form {
        case .asIs:
            block.store(bytes.extracting(offset..<offset + escape.length), at: count)
            count += escape.length
        case .backslash(let byte):
            block.store(UInt8(ascii: "\\"), at: count)
            block.store(byte, at: count + 1)
            count += 2
        case .hexadecimal(let unit):
            block.store("\\u", at: count)
            for digit in 0..<4 {
                block.store(JSONEscaping.hexadecimalDigit(of: unit, at: digit), at: count + 2 + digit)
            }
            count += 6
        case .replacement:
            block.store("\u{FFFD}", at: count)
            count += 3
        }
        return escape.length
    }
}
