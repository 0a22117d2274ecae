/// Writes a binary property list of version `00`.
///
/// Equal values are written once, and so is an unchanged dictionary or array that the file referred to several times.
/// References and offsets use as few bytes as possible.
struct BinaryWriter {
    /// A value that is not a container. Texts are stored as bytes, because `==` also holds for two spellings of one
    /// letter, and numbers as bits, because zero has two signs.
    private enum UniqueScalar: Hashable {
        case string([UInt8])
        case data([UInt8])
        case date(UInt64)
        case integer(Int128)
        case real(UInt64)
        case boolean(Bool)
        case uid(UInt64)
    }

    private enum Object {
        case scalar(UniqueScalar)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private var objects: [Object] = []
    private var scalars: [UniqueScalar: Int] = [:]
    /// The dictionaries and arrays that were read, by their ranges. In a document that was not read, different ones may
    /// have the same range.
    private var containers: [Range<Int>: (node: PropertyListNode, number: Int)] = [:]

    /// The file for a tree.
    static func file(of root: EditedNode) -> [UInt8] {
        var writer = BinaryWriter()
        _ = writer.add(root)
        return writer.bytes()
    }

    // MARK: Objects

    private mutating func add(_ node: EditedNode) -> Int {
        switch node.state {
        case .original:
            if let origin = node.origin { add(origin) } else { add(PropertyListValue.array([])) }
        case .new(let value): add(value)
        case .edited(let isDictionary), .built(let isDictionary):
            container(isDictionary: isDictionary, node.items, key: { $0.key ?? "" }) { $0.add($1.node) }
        }
    }

    private mutating func add(_ node: PropertyListNode) -> Int {
        switch node.content {
        case .string(let text): return addScalar(.string(Array(text.utf8)))
        case .data(let bytes): return addScalar(.data(bytes))
        case .date(let seconds): return addScalar(.date(seconds.bitPattern))
        case .integer(let number): return addScalar(.integer(number))
        case .real(let number): return addScalar(.real(number.bitPattern))
        case .boolean(let isTrue): return addScalar(.boolean(isTrue))
        case .uid(let number): return addScalar(.uid(number))
        case .dictionary, .array: break
        }
        if let written = containers[node.place], written.node == node { return written.number }
        let number =
            if let entries = node.entries {
                container(isDictionary: true, entries, key: { $0.key.text }) { $0.add($1.value) }
            } else if case .array(let nodes) = node.content {
                container(isDictionary: false, nodes, key: { _ in "" }) { $0.add($1) }
            } else {
                add(PropertyListValue.array([]))
            }
        containers[node.place] = (node, number)
        return number
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        switch value {
        case .string(let text): addScalar(.string(Array(text.utf8)))
        case .integer(let number): addScalar(.integer(number))
        case .boolean(let isTrue): addScalar(.boolean(isTrue))
        case .array(let values): container(isDictionary: false, values, key: { _ in "" }) { $0.add($1) }
        case .dictionary(let entries): container(isDictionary: true, entries, key: { $0.key }) { $0.add($1.value) }
        }
    }

    private mutating func addScalar(_ scalar: UniqueScalar) -> Int {
        if let number = scalars[scalar] { return number }
        scalars[scalar] = objects.count
        objects.append(.scalar(scalar))
        return objects.count - 1
    }

    private mutating func container<Item>(
        isDictionary: Bool,
        _ items: [Item],
        key: (Item) -> String,
        value: (inout BinaryWriter, Item) -> Int
    ) -> Int {
        // A container precedes its content, so the root is the first object.
        let number = objects.count
        objects.append(.array([]))
        let keys = isDictionary ? items.map { addScalar(.string(Array(key($0).utf8))) } : []
        let values = items.map { value(&self, $0) }
        objects[number] = isDictionary ? .dictionary(keys: keys, values: values) : .array(values)
        return number
    }

    // MARK: Bytes

    private func bytes() -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        let referenceSize = Self.size(of: UInt64(objects.count - 1))
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let scalar): Self.append(scalar, to: &bytes)
            case .array(let values):
                Self.appendHead(0xA0, values.count, to: &bytes)
                for value in values { Self.append(UInt64(value), referenceSize, to: &bytes) }
            case .dictionary(let keys, let values):
                Self.appendHead(0xD0, keys.count, to: &bytes)
                for reference in keys + values { Self.append(UInt64(reference), referenceSize, to: &bytes) }
            }
        }
        let table = bytes.count
        let offsetSize = Self.size(of: UInt64(offsets.last ?? 0))
        for offset in offsets { Self.append(UInt64(offset), offsetSize, to: &bytes) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, table] { Self.append(UInt64(number), 8, to: &bytes) }
        return bytes
    }

    private static func append(_ scalar: UniqueScalar, to bytes: inout [UInt8]) {
        switch scalar {
        case .boolean(let isTrue): bytes.append(isTrue ? 0x09 : 0x08)
        case .integer(let number): append(number, to: &bytes)
        case .real(let bits):
            bytes.append(0x23)
            append(bits, 8, to: &bytes)
        case .date(let bits):
            bytes.append(0x33)
            append(bits, 8, to: &bytes)
        case .data(let data):
            appendHead(0x40, data.count, to: &bytes)
            bytes += data
        case .string(let text) where text.allSatisfy({ $0 < 0x80 }):
            appendHead(0x50, text.count, to: &bytes)
            bytes += text
        case .string(let text):
            let units = UTF16Text.encode(text, isBigEndian: true)
            appendHead(0x60, units.count / 2, to: &bytes)
            bytes += units
        case .uid(let number):
            let size = size(of: number)
            bytes.append(0x80 | UInt8(size - 1))
            append(number, size, to: &bytes)
        }
    }

    /// Up to four bytes are unsigned, eight are signed, and sixteen are used for numbers that need the 64th bit.
    private static func append(_ number: Int128, to bytes: inout [UInt8]) {
        if number > Int128(Int64.max) {
            bytes.append(0x14)
            append(0, 8, to: &bytes)
            append(UInt64(truncatingIfNeeded: number), 8, to: &bytes)
        } else {
            let bits = UInt64(truncatingIfNeeded: number)
            let size = size(of: bits)
            bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
            append(bits, size, to: &bytes)
        }
    }

    /// Writes the kind and length of an object.
    private static func appendHead(_ kind: UInt8, _ count: Int, to bytes: inout [UInt8]) {
        bytes.append(kind | UInt8(min(count, 15)))
        if count >= 15 { append(Int128(count), to: &bytes) }
    }

    private static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
    }

    /// The size of an unsigned number in bytes: one, two, four or eight.
    private static func size(of number: UInt64) -> Int {
        switch number {
        case ..<(1 << 8): 1
        case ..<(1 << 16): 2
        case ..<(1 << 32): 4
        default: 8
        }
    }
}
