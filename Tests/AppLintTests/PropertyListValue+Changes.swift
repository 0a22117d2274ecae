public import PropertyList

/// Changes on the tree of values, written independently of the code that edits files.
extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(Int128(value)) }
    /// An array.
    public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
    /// A dictionary in the order of its entries.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(elements.map { Entry($0.0, $0.1) })
    }

    /// The same value after a change.
    func applying(_ change: PropertyListChange) -> PropertyListValue {
        switch change {
        case .set(let path, let value): edited(path[...]) { _ in value }
        case .insert(let path, let position, let values):
            edited(path[...]) { old in
                guard case .array(var elements)? = old else { return .array(values) }
                elements.insert(contentsOf: values, at: min(position, elements.count))
                return .array(elements)
            }
        case .insertText(let path, let pieces):
            edited(path[...]) { old in
                guard case .string(let text)? = old else { return old }
                var bytes = Array(text.utf8)
                for piece in pieces.reversed() { bytes.insert(contentsOf: piece.text.utf8, at: piece.offset) }
                return .string(String(decoding: bytes, as: UTF8.self))
            }
        case .remove(let path): edited(path[...]) { _ in nil }
        case .rename(let path, let name):
            edited(path.dropLast()) { old in
                guard case .dictionary(let entries)? = old, case .key(let key)? = path.last else { return old }
                return .dictionary(entries.map { $0.key == key ? Entry(name, $0.value) : $0 })
            }
        }
    }

    /// The same value after several changes.
    func applying(_ changes: [PropertyListChange]) -> PropertyListValue { changes.reduce(self) { $0.applying($1) } }

    private func edited(
        _ path: ArraySlice<PropertyListChange.Step>,
        _ edit: (PropertyListValue?) -> PropertyListValue?
    ) -> PropertyListValue {
        guard let step = path.first else { return edit(self) ?? self }
        let rest = path.dropFirst()
        func inner(_ old: PropertyListValue?) -> PropertyListValue? {
            rest.isEmpty ? edit(old) : (old ?? .dictionary([])).edited(rest, edit)
        }
        switch (step, self) {
        case (.key(let key), .dictionary(var entries)):
            let position = entries.firstIndex { $0.key == key }
            let value = inner(position.map { entries[$0].value })
            switch (position, value) {
            case (let position?, let value?): entries[position].value = value
            case (let position?, nil): entries.remove(at: position)
            case (nil, let value?): entries.append(Entry(key, value))
            case (nil, nil): break
            }
            return .dictionary(entries)
        case (.position(let position), .array(var elements)) where elements.indices.contains(position):
            if let value = inner(elements[position]) {
                elements[position] = value
            } else {
                elements.remove(at: position)
            }
            return .array(elements)
        default: return self
        }
    }
}
