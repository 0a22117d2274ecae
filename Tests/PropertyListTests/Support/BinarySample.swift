import PropertyList

/// Writes binary property lists in the plainest form: an object for each value, and eight bytes for each number, so
/// that the file has the same content as one of the tested writer, in other bytes.
enum BinarySample {
    static func file(of root: PropertyListNode) -> [UInt8] {
        var objects: [[UInt8]] = []
        _ = add(root, &objects)
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += number(UInt64(bytes.count))
            bytes += object
        }
        let start = bytes.count
        let trailer = [0, 0, 0, 0, 0, 0, 8, 8] + number(UInt64(objects.count)) + number(0) + number(UInt64(start))
        return bytes + table + trailer
    }

    /// A file of the given objects, with references of four bytes.
    ///
    /// - Parameters:
    ///   - objects: The objects; the first is the root.
    ///   - offsets: The offsets of the objects; nil for the actual ones.
    /// - Returns: The bytes of the file.
    static func file(of objects: [[UInt8]], offsets: [Int]? = nil) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var starts: [Int] = []
        for object in objects {
            starts.append(bytes.count)
            bytes += object
        }
        let table = offsets ?? starts
        let trailer =
            [0, 0, 0, 0, 0, 0, 4, 4] + number(UInt64(table.count)) + number(0) + number(UInt64(bytes.count))
        return bytes + table.flatMap { short($0) } + trailer
    }

    /// An array of references of four bytes.
    static func array(_ references: [Int]) -> [UInt8] {
        [0xAF, 0x12] + short(references.count) + references.flatMap { short($0) }
    }

    /// A number of four bytes.
    static func short(_ value: Int) -> [UInt8] { Array(number(UInt64(value)).dropFirst(4)) }

    private static func add(_ node: PropertyListNode, _ objects: inout [[UInt8]]) -> Int {
        let index = objects.count
        objects.append([])
        switch node.content {
        case .string(let text): objects[index] = string(text)
        case .data(let data): objects[index] = head(0x4F, data.count) + data
        case .date(let seconds): objects[index] = [0x33] + number(seconds.bitPattern)
        case .integer(let value):
            // Eight bytes are signed; a value that needs the 64th bit takes sixteen.
            let head: [UInt8] = value > Int128(Int64.max) ? [0x14] + number(0) : [0x13]
            objects[index] = head + number(UInt64(truncatingIfNeeded: value))
        case .real(let value): objects[index] = [0x23] + number(value.bitPattern)
        case .boolean(let value): objects[index] = [value ? 0x09 : 0x08]
        case .uid(let value): objects[index] = [0x87] + number(value)
        case .array(let nodes):
            let references = nodes.map { add($0, &objects) }
            objects[index] = head(0xAF, nodes.count) + references.flatMap { number(UInt64($0)) }
        case .dictionary(let entries):
            let keys = entries.map { entry in
                objects.append(string(entry.key.text))
                return objects.count - 1
            }
            let values = entries.map { add($0.value, &objects) }
            objects[index] = head(0xDF, entries.count) + (keys + values).flatMap { number(UInt64($0)) }
        }
        return index
    }

    private static func string(_ text: String) -> [UInt8] {
        let units = Array(text.utf16)
        return head(0x6F, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] { [marker, 0x13] + number(UInt64(count)) }

    private static func number(_ value: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
}
