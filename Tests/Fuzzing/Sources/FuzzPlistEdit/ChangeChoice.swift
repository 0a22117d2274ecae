import PropertyList

/// Creates changes from bytes: each byte chooses a step, a kind, or a value.
struct ChangeChoice {
    private var bytes: ArraySlice<UInt8>

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The next change; nil if no bytes are left.
    mutating func next(for root: PropertyListNode) -> PropertyListChange? {
        guard !bytes.isEmpty else { return nil }
        var path: [PropertyListChange.Step] = []
        var node = root
        var steps = byte() % 8
        while steps > 0 {
            steps -= 1
            let choice = Int(byte())
            switch node.content {
            case .dictionary(let entries) where !entries.isEmpty:
                let entry = entries[choice % entries.count]
                path.append(.key(entry.key.text))
                node = entry.value
            case .array(let nodes) where !nodes.isEmpty:
                path.append(.position(choice % nodes.count))
                node = nodes[choice % nodes.count]
            default: steps = 0
            }
        }
        switch byte() % 6 {
        case 0: return .set(path, value(0))
        case 1: return .set(path + [.key(text())], value(0))
        case 2: return .insert(path, at: Int(byte()), [value(0), value(1)])
        case 3: return .insert(path + [.key(text())], at: 0, [])
        case 4: return .rename(path, to: text())
        default: return .remove(path)
        }
    }

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func text() -> String {
        let count = Int(byte() % 8)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        bytes = bytes.dropFirst(count)
        return text
    }

    private mutating func value(_ depth: Int) -> PropertyListValue {
        switch byte() % (depth < 3 ? 5 : 3) {
        case 0: .boolean(byte() % 2 == 0)
        case 1: .integer(Int128(byte()) << Int128(byte() % 70) - Int128(byte()))
        case 2: .string(text())
        case 3: .array((0..<byte() % 4).map { _ in value(depth + 1) })
        default: .dictionary((0..<byte() % 4).map { _ in PropertyListValue.Entry(text(), value(depth + 1)) })
        }
    }
}
