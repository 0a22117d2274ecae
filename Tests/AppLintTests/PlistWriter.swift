import PropertyList

/// Writes values as property lists, so that a fixture is one value for both forms of a file.
enum PlistWriter {
    /// The XML form.
    static func xml(_ value: PropertyListValue) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(element(value))</plist>\n".utf8)
    }

    private static func element(_ value: PropertyListValue) -> String {
        switch value {
        case .string(let text): "<string>\(escaped(text))</string>\n"
        case .integer(let number): "<integer>\(number)</integer>\n"
        case .boolean(let value): "<\(value)/>\n"
        case .array(let values): "<array>\n\(values.map(element).joined())</array>\n"
        case .dictionary(let entries):
            "<dict>\n\(entries.map { "<key>\(escaped($0.key))</key>\n\(element($0.value))" }.joined())</dict>\n"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            default: String(character)
            }
        }
        .joined()
    }

    /// The binary form, with equal texts written once, as usual.
    static func binary(_ value: PropertyListValue) -> [UInt8] {
        var writer = Binary()
        let root = writer.add(value)
        var file = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in writer.objects {
            offsets.append(file.count)
            file += object
        }
        let table = file.count
        for offset in offsets { file += bytes(offset, 4) }
        return file + [0, 0, 0, 0, 0, 0, 4, 2] + bytes(offsets.count, 8) + bytes(root, 8) + bytes(table, 8)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private struct Binary {
        var objects: [[UInt8]] = []
        private var texts: [String: Int] = [:]

        mutating func add(_ value: PropertyListValue) -> Int {
            switch value {
            case .string(let text):
                if let known = texts[text] { return known }
                texts[text] = objects.count
                return append(head(0x50, text.utf8.count) + Array(text.utf8))
            case .integer(let number): return append([0x13] + PlistWriter.bytes(Int(number), 8))
            case .boolean(let value): return append([value ? 0x09 : 0x08])
            case .array(let values):
                let elements = values.map { add($0) }
                return append(head(0xA0, elements.count) + elements.flatMap { PlistWriter.bytes($0, 2) })
            case .dictionary(let entries):
                let keys = entries.map { add(.string($0.key)) }
                let values = entries.map { add($0.value) }
                return append(head(0xD0, keys.count) + (keys + values).flatMap { PlistWriter.bytes($0, 2) })
            }
        }

        private mutating func append(_ object: [UInt8]) -> Int {
            objects.append(object)
            return objects.count - 1
        }

        private func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + PlistWriter.bytes(count, 4)
        }
    }
}
