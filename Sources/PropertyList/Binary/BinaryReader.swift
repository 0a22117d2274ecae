import Diagnostics

/// Reads a binary property list.
///
/// Objects refer to one another by number. Each is read once. An object with several references is the same value in
/// several places, and counts once for each reference, so that a few objects that contain each other many times cannot
/// grow into more values than the bounds allow. An object that contains itself is rejected, and so are objects that
/// share bytes.
struct BinaryReader {
    /// The reading state of an object.
    enum State {
        case unread
        /// The object is being read, so a reference to it forms a cycle.
        case open
        case read(Reading)
    }

    let bytes: [UInt8]
    let bounds: PropertyListBounds
    private var trailer: BinaryTrailer?
    private var states: [State] = []
    /// The ranges of all objects read.
    private var places: [Range<Int>] = []
    /// The bytes that objects may still use: because they share none, all objects together have no more bytes than the
    /// file.
    private var objectBytesLeft = 0
    /// The maximum size of all values in bytes, each counted once for each reference.
    private let textLimit: Int

    init(_ bytes: [UInt8], bounds: PropertyListBounds) {
        self.bytes = bytes
        self.bounds = bounds
        let limit = bytes.count.multipliedReportingOverflow(by: max(bounds.expansion, 1))
        textLimit = max(limit.overflow ? .max : limit.partialValue, PropertyListBounds.leastExpansion)
    }

    /// Reads the root object and everything it refers to.
    mutating func read() throws(BinaryProblem) -> PropertyListNode {
        let trailer = try BinaryTrailer(bytes, bounds: bounds)
        self.trailer = trailer
        states = Array(repeating: .unread, count: trailer.objectCount)
        objectBytesLeft = trailer.objects.count
        let root = try object(
            trailer.rootObject,
            depth: 0,
            referredFrom: bytes.count - BinaryTrailer.count..<bytes.count
        )
        try checkOverlaps()
        return root.node
    }

    /// A value with its content.
    struct Reading {
        var node: PropertyListNode
        /// The number of values it represents.
        var weight = 1
        /// The number of container levels.
        var height = 0
        /// The size of its texts and data in bytes.
        var textBytes = 0

        /// Adds an element of a container.
        fileprivate mutating func add(_ element: Reading) {
            weight += element.weight
            height = max(height, element.height)
            // Each is at most the bound, so the sum of two cannot overflow.
            textBytes += element.textBytes
        }
    }

    private mutating func object(
        _ number: Int,
        depth: Int,
        referredFrom place: Range<Int>
    ) throws(BinaryProblem) -> Reading {
        guard let trailer, states.indices.contains(number) else {
            throw BinaryProblem("a reference to an object that isn't there", at: place)
        }
        switch states[number] {
        case .open: throw BinaryProblem("an object contains itself", at: place, code: .cycle)
        case .read(let reading):
            guard depth + reading.height <= bounds.depth else { throw tooDeep(at: reading.node.place) }
            return reading
        case .unread: break
        }
        let entry = trailer.offsets.lowerBound + number * trailer.offsetSize
        let offset = BigEndian.unsigned(bytes, at: entry, count: trailer.offsetSize)
        guard offset < UInt64(trailer.objects.upperBound), offset >= UInt64(trailer.objects.lowerBound) else {
            throw BinaryProblem(
                "the offset of an object lies outside the objects",
                at: entry..<entry + trailer.offsetSize
            )
        }
        let head = try BinaryObject(bytes, at: Int(offset), trailer)
        places.append(head.place)
        objectBytesLeft -= head.place.count
        guard objectBytesLeft >= 0 else { throw sharing(at: head.place) }
        states[number] = .open
        let reading: Reading
        switch head.content {
        case .value(let content):
            reading = Reading(node: PropertyListNode(content, place: head.place), textBytes: content.textBytes)
        case .array(let references): reading = try array(references, head.place, depth: depth + 1)
        case .dictionary(let keys, let values): reading = try dictionary(keys, values, head.place, depth: depth + 1)
        }
        states[number] = .read(reading)
        return reading
    }

    private mutating func array(
        _ references: [Int],
        _ place: Range<Int>,
        depth: Int
    ) throws(BinaryProblem) -> Reading {
        guard depth <= bounds.depth else { throw tooDeep(at: place) }
        var nodes: [PropertyListNode] = []
        var reading = Reading(node: PropertyListNode(.array([]), place: place))
        for reference in references {
            let element = try object(reference, depth: depth, referredFrom: place)
            reading.add(element)
            try check(reading)
            nodes.append(element.node)
        }
        reading.node.content = .array(nodes)
        reading.height += 1
        return reading
    }

    private mutating func dictionary(
        _ keys: [Int],
        _ values: [Int],
        _ place: Range<Int>,
        depth: Int
    ) throws(BinaryProblem) -> Reading {
        guard depth <= bounds.depth else { throw tooDeep(at: place) }
        var entries: [PropertyListNode.Entry] = []
        var reading = Reading(node: PropertyListNode(.dictionary([]), place: place))
        for (key, value) in zip(keys, values) {
            let name = try object(key, depth: depth, referredFrom: place)
            guard case .string(let text) = name.node.content else {
                throw BinaryProblem("a key that is not a string", at: name.node.place)
            }
            let element = try object(value, depth: depth, referredFrom: place)
            reading.add(name)
            reading.add(element)
            try check(reading)
            entries.append(.init(key: .init(text, place: name.node.place), value: element.node))
        }
        reading.node.content = .dictionary(entries)
        reading.height += 1
        return reading
    }

    /// Checks that a container is within the limits, as far as it has been read.
    private func check(_ reading: Reading) throws(BinaryProblem) {
        let place = reading.node.place
        guard reading.weight <= bounds.nodes else {
            let message = "more than \(bounds.nodes) values and keys, each counted as often as it is referred to"
            throw BinaryProblem(message, at: place, code: .tooManyValues)
        }
        guard reading.textBytes <= textLimit else {
            let size = Quoted.size(textLimit)
            let message = "strings and data of more than \(size), each counted as often as it is referred to"
            throw BinaryProblem(message, at: place, code: .tooManyValues)
        }
    }

    /// Checks that no objects share bytes. Objects normally follow one another, so sharing bytes is a deliberate
    /// construction.
    private func checkOverlaps() throws(BinaryProblem) {
        let sorted = places.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        for (one, next) in zip(sorted, sorted.dropFirst()) where next.lowerBound < one.upperBound {
            throw sharing(at: next)
        }
    }

    private func sharing(at place: Range<Int>) -> BinaryProblem { BinaryProblem("two objects share bytes", at: place) }

    private func tooDeep(at place: Range<Int>) -> BinaryProblem {
        let message = "arrays and dictionaries are nested more than \(bounds.depth) levels deep"
        return BinaryProblem(message, at: place, code: .nestedTooDeeply)
    }
}

extension PropertyListNode.Content {
    /// The size of a text or data in bytes.
    fileprivate var textBytes: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .dictionary, .array, .date, .integer, .real, .boolean, .uid: 0
        }
    }
}

/// The last 32 bytes of a binary property list, which locate everything else.
///
/// ```text
/// bplist00 | objects … | offsets of the objects | 5 unused, 1 sort version, 1 size of an offset, 1 size of a reference,
///                                                 8 number of objects, 8 root object, 8 start of the offsets
/// ```
struct BinaryTrailer {
    /// The sizes of the trailer, and of the magic at the beginning, in bytes.
    static let count = 32
    static let magicCount = 8

    /// The sizes of an offset and of a reference in bytes.
    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let rootObject: Int
    /// The offsets of the objects.
    let offsets: Range<Int>
    /// The range in which objects can be.
    var objects: Range<Int> { Self.magicCount..<offsets.lowerBound }

    init(_ bytes: [UInt8], bounds: PropertyListBounds) throws(BinaryProblem) {
        let start = bytes.count - Self.count
        guard start > Self.magicCount else {
            throw BinaryProblem("the file is too short", at: bytes.count..<bytes.count, code: .truncatedFile)
        }
        let place = start..<bytes.count
        // Every number below is checked against the file size before it is used in a multiplication.
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

/// The reason why a binary property list cannot be read; the first one ends the reading.
struct BinaryProblem: Error {
    let finding: PropertyListFinding

    /// A violation of the format.
    init(_ message: String, at place: Range<Int>, code: PropertyListFindingCode = .invalidBinary) {
        // Lines are meaningless here, so the message contains the byte offset.
        finding = PropertyListFinding(code, "\(message), at byte \(place.lowerBound)", at: place)
    }
}
