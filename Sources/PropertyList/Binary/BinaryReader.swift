/// Reads a binary property list.
///
/// Objects refer to one another by number. Each is read once; an object that is referred to several times is the same
/// value in several places, and counts as often, so a few objects that hold each other many times over can't grow into
/// more values than the bounds allow. An object that holds itself is refused, and so are objects that share bytes.
struct BinaryReader {
    /// What is known of an object.
    enum State {
        case unread
        /// It is being read, so a reference to it makes a circle.
        case open
        case read(PropertyListNode, weight: Int, height: Int)
    }

    let bytes: [UInt8]
    let bounds: PropertyListBounds
    private var trailer: BinaryTrailer?
    private var states: [State] = []
    /// The bytes of every object that was read.
    private var places: [Range<Int>] = []

    init(_ bytes: [UInt8], bounds: PropertyListBounds) {
        self.bytes = bytes
        self.bounds = bounds
    }

    /// Reads the root object and all it refers to.
    mutating func read() throws(BinaryProblem) -> PropertyListNode {
        let trailer = try BinaryTrailer(bytes, bounds: bounds)
        self.trailer = trailer
        states = Array(repeating: .unread, count: trailer.objectCount)
        let root = try object(
            trailer.rootObject,
            depth: 0,
            referredFrom: bytes.count - BinaryTrailer.count..<bytes.count
        )
        try checkOverlaps()
        return root.node
    }

    /// A value, how many values it is with all it holds, and how many levels of containers.
    private typealias Reading = (node: PropertyListNode, weight: Int, height: Int)

    private mutating func object(
        _ number: Int,
        depth: Int,
        referredFrom place: Range<Int>
    ) throws(BinaryProblem) -> Reading {
        guard let trailer, states.indices.contains(number) else {
            throw BinaryProblem("a reference to an object that isn't there", at: place)
        }
        switch states[number] {
        case .open: throw BinaryProblem("an object holds itself", at: place, code: .cycle)
        case .read(let node, let weight, let height):
            guard depth + height <= bounds.depth else { throw tooDeep(at: node.place) }
            return (node, weight, height)
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
        states[number] = .open
        let reading: Reading
        switch head.content {
        case .value(let content): reading = (PropertyListNode(content, place: head.place), 1, 0)
        case .array(let references): reading = try array(references, head.place, depth: depth + 1)
        case .dictionary(let keys, let values): reading = try dictionary(keys, values, head.place, depth: depth + 1)
        }
        states[number] = .read(reading.node, weight: reading.weight, height: reading.height)
        return reading
    }

    private mutating func array(
        _ references: [Int],
        _ place: Range<Int>,
        depth: Int
    ) throws(BinaryProblem) -> Reading {
        guard depth <= bounds.depth else { throw tooDeep(at: place) }
        var (nodes, weight, height): ([PropertyListNode], Int, Int) = ([], 1, 0)
        for reference in references {
            let element = try object(reference, depth: depth, referredFrom: place)
            weight += element.weight
            height = max(height, element.height)
            guard weight <= bounds.nodes else { throw tooMany(at: place) }
            nodes.append(element.node)
        }
        return (PropertyListNode(.array(nodes), place: place), weight, height + 1)
    }

    private mutating func dictionary(
        _ keys: [Int],
        _ values: [Int],
        _ place: Range<Int>,
        depth: Int
    ) throws(BinaryProblem) -> Reading {
        guard depth <= bounds.depth else { throw tooDeep(at: place) }
        var (entries, weight, height): ([PropertyListNode.Entry], Int, Int) = ([], 1, 0)
        for (key, value) in zip(keys, values) {
            let name = try object(key, depth: depth, referredFrom: place)
            guard case .string(let text) = name.node.content else {
                throw BinaryProblem("a key that is no text", at: name.node.place)
            }
            let element = try object(value, depth: depth, referredFrom: place)
            weight += 1 + element.weight
            height = max(height, element.height)
            guard weight <= bounds.nodes else { throw tooMany(at: place) }
            entries.append(.init(key: .init(text, place: name.node.place), value: element.node))
        }
        return (PropertyListNode(.dictionary(entries), place: place), weight, height + 1)
    }

    /// Objects stand one behind the other; two that share bytes were put together by somebody with a purpose.
    private func checkOverlaps() throws(BinaryProblem) {
        let sorted = places.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        for (one, next) in zip(sorted, sorted.dropFirst()) where next.lowerBound < one.upperBound {
            throw BinaryProblem("two objects share bytes", at: next)
        }
    }

    private func tooDeep(at place: Range<Int>) -> BinaryProblem {
        let message = "arrays and dictionaries are nested more than \(bounds.depth) levels deep"
        return BinaryProblem(message, at: place, code: .nestedTooDeeply)
    }

    private func tooMany(at place: Range<Int>) -> BinaryProblem {
        let message = "more than \(bounds.nodes) values and keys, each counted as often as it is referred to"
        return BinaryProblem(message, at: place, code: .tooManyValues)
    }
}
