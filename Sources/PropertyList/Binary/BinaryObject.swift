import ByteText

/// One object of a binary property list, whose references to other objects are still numbers.
///
/// The upper half of its first byte is the object's kind, and the lower half its length; a length of 15 means that the
/// actual length follows as an object of its own.
struct BinaryObject {
    enum Content {
        case value(PropertyListNode.Content)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    let content: Content
    let place: Range<Int>

    /// Reads the object at an offset within the range of objects.
    init(_ bytes: [UInt8], at start: Int, _ trailer: BinaryTrailer) throws(BinaryProblem) {
        let marker = bytes[start]
        var offset = start + 1
        let end = trailer.objects.upperBound

        /// Returns the range of the next bytes, and advances the offset past them.
        func read(_ count: Int, of size: Int = 1) throws(BinaryProblem) -> Range<Int> {
            // A division, because the product of two numbers from the file may overflow.
            guard count >= 0, count <= (end - offset) / size else {
                throw BinaryProblem("an object extends beyond the objects", at: start..<end)
            }
            defer { offset += count * size }
            return offset..<offset + count * size
        }

        /// The length, from the lower half of the marker or after it.
        func length() throws(BinaryProblem) -> Int {
            guard marker & 0x0F == 0x0F else { return Int(marker & 0x0F) }
            let head = bytes[try read(1).lowerBound]
            guard head & 0xF0 == 0x10, head & 0x0F <= 3 else {
                throw BinaryProblem("the length of an object is not a number", at: start..<offset)
            }
            let place = try read(1 << Int(head & 0x0F))
            let number = BigEndian.unsigned(bytes, at: place.lowerBound, count: place.count)
            guard number <= UInt64(bytes.count) else {
                throw BinaryProblem("the length of an object is larger than the file", at: start..<offset)
            }
            return Int(number)
        }

        func references(_ count: Int) throws(BinaryProblem) -> [Int] {
            let size = trailer.referenceSize
            let place = try read(count, of: size)
            return stride(from: place.lowerBound, to: place.upperBound, by: size).map { offset in
                Int(clamping: BigEndian.unsigned(bytes, at: offset, count: size))
            }
        }

        switch marker >> 4 {
        case 0x0 where marker == 0x08: content = .value(.boolean(false))
        case 0x0 where marker == 0x09: content = .value(.boolean(true))
        case 0x1 where marker & 0x0F <= 4:
            let place = try read(1 << Int(marker & 0x0F))
            content = .value(.integer(try Self.integer(bytes, place, start)))
        case 0x2 where marker == 0x22:
            let bits = UInt32(BigEndian.unsigned(bytes, at: try read(4).lowerBound, count: 4))
            content = .value(.real(Double(Float(bitPattern: bits))))
        case 0x2 where marker == 0x23:
            content = .value(.real(Double(bitPattern: BigEndian.unsigned(bytes, at: try read(8).lowerBound, count: 8))))
        case 0x3 where marker == 0x33:
            let seconds = Double(bitPattern: BigEndian.unsigned(bytes, at: try read(8).lowerBound, count: 8))
            guard seconds.isFinite else { throw BinaryProblem("a date that is not a number", at: start..<offset) }
            content = .value(.date(seconds))
        case 0x4: content = .value(.data(Array(bytes[try read(try length())])))
        case 0x5:
            let text = bytes[try read(try length())]
            guard text.allSatisfy({ $0 < 0x80 }) else {
                throw BinaryProblem("a string that is marked as ASCII, but is not", at: start..<offset)
            }
            content = .value(.string(String(decoding: text, as: UTF8.self)))
        case 0x6:
            let place = try read(try length(), of: 2)
            guard let text = try? UTF16Text.decode(bytes[place], isBigEndian: true) else {
                throw BinaryProblem("a string that is marked as UTF-16, but is not", at: start..<offset)
            }
            content = .value(.string(String(decoding: text, as: UTF8.self)))
        case 0x8 where marker & 0x0F < 8:
            let place = try read(Int(marker & 0x0F) + 1)
            content = .value(.uid(BigEndian.unsigned(bytes, at: place.lowerBound, count: place.count)))
        case 0xA: content = .array(try references(try length()))
        case 0xD:
            let count = try length()
            let keys = try references(count)
            content = .dictionary(keys: keys, values: try references(count))
        default:
            let name = marker >> 4 == 0xC ? "a set, which a property list cannot contain" : "an object of unknown kind"
            throw BinaryProblem("\(name) (0x\(Hexadecimal.upperText(of: marker)))", at: start..<start + 1)
        }
        place = start..<offset
    }

    private static func integer(_ bytes: [UInt8], _ place: Range<Int>, _ start: Int) throws(BinaryProblem) -> Int128 {
        // One, two and four bytes are unsigned; eight are signed; sixteen are used for unsigned numbers that need the
        // 64th bit.
        switch place.count {
        case 8: return Int128(Int64(bitPattern: BigEndian.unsigned(bytes, at: place.lowerBound, count: 8)))
        case 16:
            let number = BigEndian.wide(bytes, at: place.lowerBound)
            guard number >= Int128(Int64.min), number <= Int128(UInt64.max) else {
                throw BinaryProblem("a whole number of more than 64 bits", at: start..<place.upperBound)
            }
            return number
        default: return Int128(BigEndian.unsigned(bytes, at: place.lowerBound, count: place.count))
        }
    }
}

/// Reads the numbers of binary property lists. The caller ensures that the bytes exist.
enum BigEndian {
    /// An unsigned number of up to eight bytes.
    static func unsigned(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64 {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A signed number of sixteen bytes.
    static func wide(_ bytes: [UInt8], at offset: Int) -> Int128 {
        let high = Int128(Int64(bitPattern: unsigned(bytes, at: offset, count: 8)))
        return high << 64 | Int128(unsigned(bytes, at: offset + 8, count: 8))
    }
}
