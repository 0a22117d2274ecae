import ByteText
import Glibc

/// The bytes of a command's results on their way out, in memory that does not grow with them.
///
/// A write that fails does not throw: what follows is dropped, and whoever writes looks at ``failure`` now and then.
/// So the path on which results are written has one test for errors per line and not one per field.
struct OutputStream: ~Copyable {
    static let blockSize = 1 << 18

    private let descriptor: Int32
    private var block = ByteBlock(capacity: OutputStream.blockSize)
    private var count = 0
    /// The system's error that ended the output; `EPIPE` where nobody reads it any more.
    private(set) var failure: Int32?

    /// Writes to a descriptor, which stays the caller's to close.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Hands on every byte written so far.
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

    /// Makes sure that so many bytes, at most ``blockSize``, can be placed without a flush.
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
    /// Quotes, backslashes, controls, U+0085, U+2028 and U+2029 are escaped, so the value never spans two lines for any
    /// reader. Bytes that are no UTF-8 become U+FFFD.
    @inline(__always)
    mutating func appendEscaped(_ bytes: Span<UInt8>) {
        // PERF: most strings are short and need no escape. Sixteen bytes are copied as they are examined.
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
            // A piece ends where no code point is torn apart; of bytes that are none, anywhere.
            var back = 0
            while end < bytes.count, back < 3, bytes[end] & 0xC0 == 0x80 {
                end -= 1
                back += 1
            }
            appendEscaped(bytes.extracting(offset..<end))
            offset = end
        }
    }

    /// Appends what stands for the special byte, or the code point, at an offset. There must be room for it.
    ///
    /// - Returns: How many bytes of the input it stands for.
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
