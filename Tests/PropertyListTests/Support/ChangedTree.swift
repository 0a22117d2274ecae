import PropertyList

/// A property list as plain values, with a simple implementation of changes, to compare with the editor.
indirect enum ChangedTree: Equatable {
    case dictionary([Entry])
    case array([ChangedTree])
    /// Any other value, as ``line(_:)`` writes it.
    case scalar(String)

    struct Entry: Equatable {
        var key: String
        var value: ChangedTree
    }

    /// The error for an invalid change.
    struct Misfit: Error {}

    init(_ node: PropertyListNode) {
        switch node.content {
        case .dictionary(let entries):
            self = .dictionary(entries.map { Entry(key: $0.key.text, value: ChangedTree($0.value)) })
        case .array(let nodes): self = .array(nodes.map { ChangedTree($0) })
        default: self = .scalar(line(node))
        }
    }

    init(_ value: PropertyListValue) {
        switch value {
        case .dictionary(let entries):
            self = .dictionary(entries.map { Entry(key: $0.key, value: ChangedTree($0.value)) })
        case .array(let values): self = .array(values.map { ChangedTree($0) })
        case .string(let text): self = .scalar("'\(text)'")
        case .integer(let number): self = .scalar("\(number)")
        case .boolean(let value): self = .scalar("\(value)")
        }
    }

    /// The tree after a change.
    func changed(_ change: PropertyListChange) throws -> ChangedTree {
        switch change {
        case .set(let path, let value): return try at(path, orMake: true) { _ in ChangedTree(value) }
        case .insert(let path, let position, let values):
            return try at(path, orMake: true) { old in
                guard case .array(let elements) = old ?? .array([]), position >= 0 else { throw Misfit() }
                let index = min(position, elements.count)
                return .array(elements[..<index] + values.map { ChangedTree($0) } + elements[index...])
            }
        case .insertText(let path, let pieces):
            return try at(path, orMake: false) { old in
                guard case .scalar(let quoted)? = old, quoted.hasPrefix("'"), quoted.hasSuffix("'") else {
                    throw Misfit()
                }
                var bytes = Array(quoted.utf8.dropFirst().dropLast())
                for piece in pieces.sorted(by: { $0.offset > $1.offset }) {
                    guard (0...bytes.count).contains(piece.offset) else { throw Misfit() }
                    bytes.insert(contentsOf: piece.text.utf8, at: piece.offset)
                }
                return .scalar("'\(String(decoding: bytes, as: UTF8.self))'")
            }
        case .remove(let path): return try at(path, orMake: false) { _ in nil }
        case .rename(let path, let name):
            guard case .key(let key)? = path.last else { throw Misfit() }
            return try at(path.dropLast(), orMake: false) { old in
                guard case .dictionary(var entries)? = old, let index = entries.firstIndex(where: { $0.key == key }),
                    key == name || !entries.contains(where: { $0.key == name })
                else { throw Misfit() }
                entries[index].key = name
                return .dictionary(entries)
            }
        }
    }

    private func at(
        _ path: some Collection<PropertyListChange.Step>,
        orMake makes: Bool,
        _ change: (ChangedTree?) throws -> ChangedTree?
    ) throws -> ChangedTree {
        guard let step = path.first else {
            guard let result = try change(self) else { throw Misfit() }
            return result
        }
        let rest = path.dropFirst()
        switch (step, self) {
        case (.key(let key), .dictionary(var entries)):
            if let index = entries.firstIndex(where: { $0.key == key }) {
                if rest.isEmpty, let value = try change(entries[index].value) {
                    entries[index].value = value
                } else if rest.isEmpty {
                    entries.remove(at: index)
                } else {
                    entries[index].value = try entries[index].value.at(rest, orMake: makes, change)
                }
            } else {
                guard makes else { throw Misfit() }
                let value =
                    rest.isEmpty ? try change(nil) : try ChangedTree.dictionary([]).at(rest, orMake: true, change)
                guard let value else { throw Misfit() }
                entries.append(Entry(key: key, value: value))
            }
            return .dictionary(entries)
        case (.position(let position), .array(var elements)):
            guard elements.indices.contains(position) else { throw Misfit() }
            if rest.isEmpty, let value = try change(elements[position]) {
                elements[position] = value
            } else if rest.isEmpty {
                elements.remove(at: position)
            } else {
                elements[position] = try elements[position].at(rest, orMake: makes, change)
            }
            return .array(elements)
        default: throw Misfit()
        }
    }
}
