import Diagnostics

extension PropertyListDocument {
    /// The file with changes applied.
    ///
    /// Every byte that need not change stays as it is. In XML this includes comments, the document type, the byte order
    /// mark, indentation and line ends. New elements are indented, broken into lines and encoded like their neighbors,
    /// and a removed element takes its line with it if nothing else is on that line. A binary property list is
    /// rewritten, with every other value unchanged, unless there are no changes.
    ///
    /// Changes are applied one after the other: a position takes earlier insertions and removals into account. A
    /// duplicate key means its first entry. Without changes, or if all changes match the existing content, the result
    /// is the file byte for byte.
    ///
    /// - Parameter changes: The changes, in order.
    /// - Returns: The whole file, encoded according to ``format``.
    /// - Throws: ``PropertyListChangeError`` for the first change that does not fit; then no change is applied.
    /// - Complexity: O(*n* + *k* × *m*) in the size of the file, the number of changes, and the size of the
    ///   dictionaries and arrays on their paths.
    public func applying(_ changes: [PropertyListChange]) throws(PropertyListChangeError) -> [UInt8] {
        var root = EditedNode(root)
        for change in changes {
            try check(change)
            try root.apply(change)
        }
        guard case .xml(let encoding) = format else {
            return root.isChanged ? BinaryWriter.file(of: root) : source.bytes
        }
        var edit = XMLEdit(source)
        try edit.edit(root)
        let text = edit.result()
        return switch encoding {
        case .utf8: text
        case .utf16BigEndian: [0xFE, 0xFF] + UTF16Text.encode(text, isBigEndian: true)
        case .utf16LittleEndian: [0xFF, 0xFE] + UTF16Text.encode(text, isBigEndian: false)
        }
    }

    /// Checks that the file's form can represent the content of a change.
    private func check(_ change: PropertyListChange) throws(PropertyListChangeError) {
        switch change {
        case .set(let path, let value): try check(path, [value])
        case .insert(let path, _, let values): try check(path, values)
        case .insertText(let path, let pieces): try check(path, pieces.map { .string($0.text) })
        case .rename(let path, let name): try check(path, [.string(name)])
        case .remove: break
        }
    }

    private func check(
        _ path: [PropertyListChange.Step],
        _ values: [PropertyListValue]
    ) throws(PropertyListChangeError) {
        let isXML = format != .binary
        let keys = path.compactMap { step in
            if case .key(let key) = step { PropertyListValue.string(key) } else { nil }
        }
        for value in keys + values {
            if let problem = value.problem(inXML: isXML) { throw PropertyListChangeError(problem, at: path) }
        }
    }
}

extension PropertyListValue {
    /// The reason why the value cannot be written.
    fileprivate func problem(inXML isXML: Bool) -> PropertyListChangeError.Problem? {
        switch self {
        case .string(let text): return isXML && !XMLValueText.canHold(text) ? .unwritableText : nil
        case .integer(let number):
            return number < Int128(Int64.min) || number > Int128(UInt64.max) ? .unwritableNumber : nil
        case .boolean: return nil
        case .array(let values):
            for value in values { if let problem = value.problem(inXML: isXML) { return problem } }
        case .dictionary(let entries):
            for entry in entries {
                let key = PropertyListValue.string(entry.key)
                if let problem = key.problem(inXML: isXML) ?? entry.value.problem(inXML: isXML) { return problem }
            }
        }
        return nil
    }
}
