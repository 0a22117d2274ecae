/// The last 32 bytes of a binary property list, which say where everything else is.
///
/// ```text
/// bplist00 | objects … | offsets of the objects | 5 unused, 1 sort version, 1 size of an offset, 1 size of a reference,
///                                                 8 number of objects, 8 root object, 8 start of the offsets
/// ```
struct BinaryTrailer {
    /// How many bytes the trailer has, and the magic at the beginning.
    static let count = 32
    static let magicCount = 8

    /// How many bytes an offset has, and a reference.
    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let rootObject: Int
    /// The offsets of the objects.
    let offsets: Range<Int>
    /// Where objects can stand.
    var objects: Range<Int> { Self.magicCount..<offsets.lowerBound }

    init(_ bytes: [UInt8], bounds: PropertyListBounds) throws(BinaryProblem) {
        let start = bytes.count - Self.count
        guard start > Self.magicCount else {
            throw BinaryProblem("the file is too short", at: bytes.count..<bytes.count, code: .truncatedFile)
        }
        let place = start..<bytes.count
        // Every number below is checked against the file before anything is multiplied by it.
        let limit = UInt64(bytes.count)
        let numbers = [start + 8, start + 16, start + 24].map { BigEndian.unsigned(bytes, at: $0, count: 8) }
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw BinaryProblem("the sizes of offsets and references in the trailer are wrong", at: place)
        }
        guard numbers[0] >= 1, numbers[0] < limit, numbers[1] < numbers[0] else {
            throw BinaryProblem("the number of objects in the trailer is wrong", at: place)
        }
        objectCount = Int(numbers[0])
        rootObject = Int(numbers[1])
        guard objectCount <= bounds.nodes else {
            throw BinaryProblem("more than \(bounds.nodes) objects", at: place, code: .tooManyValues)
        }
        guard numbers[2] > UInt64(Self.magicCount), numbers[2] <= UInt64(start),
            start - Int(numbers[2]) >= objectCount * offsetSize
        else { throw BinaryProblem("the table of offsets lies outside the file", at: place) }
        offsets = Int(numbers[2])..<Int(numbers[2]) + objectCount * offsetSize
    }
}
