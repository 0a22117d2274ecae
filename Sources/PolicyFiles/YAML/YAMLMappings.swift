package import Diagnostics

/// Where some mappings of a YAML file are written, for findings that underline a part of one, and for their fixes.
package struct YAMLMappings: Sendable {
    /// A key and a value that are both texts without an anchor: the key without quotes, the value not as a block text.
    package struct Entry: Sendable {
        package let key: String
        package let keyBytes: Range<Int>
        /// The value as read.
        package let text: String
        /// The bytes of the value with its quotes.
        package let textBytes: Range<Int>
    }

    /// A mapping.
    package struct Mapping: Sendable {
        /// The bytes up to the end of the last value, or of the brace.
        package fileprivate(set) var extent: Range<Int>
        /// Whether it is in braces, where a comma separates entries.
        package let isInBraces: Bool
        /// Whether other mappings may have its entries: it has an anchor, or a merge key, whose value may have one.
        package fileprivate(set) var mayBeShared: Bool
        /// The entries with a text.
        package fileprivate(set) var entries: [Entry] = []
    }

    /// The mappings by the byte at which they begin.
    private var mappings: [Int: Mapping] = [:]

    /// Finds the mappings that begin at some bytes; nil if the file is not YAML.
    ///
    /// - Complexity: O(*n* log *n*) in the bytes.
    package init?(_ source: SourceFile, startingAt starts: Set<Int>) {
        guard let events = YAMLEventStream.events(in: source) else { return nil }
        var open: [OpenNode] = []
        var end = 0
        for (event, bytes) in events {
            // The end event of a block is placed at the start of whatever follows, and has no width.
            if !bytes.isEmpty { end = bytes.upperBound }
            switch event.kind {
            case .streamStart, .streamEnd, .documentStart, .documentEnd: continue
            case .sequenceEnd, .mappingEnd:
                guard var mapping = open.popLast()?.mapping else { continue }
                let start = mapping.extent.lowerBound
                mapping.extent = start..<max(start, end)
                mappings[start] = mapping
            case .scalar, .alias, .sequenceStart, .mappingStart:
                if !open.isEmpty { open[open.count - 1].add(event, bytes) }
                if event.kind == .sequenceStart { open.append(OpenNode()) }
                guard event.kind == .mappingStart else { continue }
                let isWanted = starts.contains(bytes.lowerBound)
                let mapping = Mapping(
                    extent: bytes,
                    isInBraces: event.isInBrackets,
                    mayBeShared: event.anchor != nil
                )
                open.append(OpenNode(mapping: isWanted ? mapping : nil))
            }
        }
    }

    /// The mapping that begins at a byte, if it is one of those that were searched.
    package func mapping(at start: Int) -> Mapping? { mappings[start] }

    /// A sequence or mapping whose end has not been read.
    private struct OpenNode {
        /// Nil for sequences, and for mappings that nobody asks for.
        var mapping: Mapping?
        /// The key whose value comes next; its text is nil if it is no key of an ``Entry``.
        var key: (text: String?, bytes: Range<Int>)?

        /// Adds a key, or the value of the last one.
        mutating func add(_ event: YAMLEvent, _ bytes: Range<Int>) {
            guard mapping != nil else { return }
            guard let (name, keyBytes) = key else {
                if case .scalar(let text, isPlain: true) = event.kind, event.anchor == nil {
                    key = (text, bytes)
                    if text == "<<" { mapping?.mayBeShared = true }
                } else {
                    key = (nil, bytes)
                }
                return
            }
            key = nil
            guard let name, case .scalar(let text, _) = event.kind, event.anchor == nil, !event.isBlockText else {
                return
            }
            mapping?.entries.append(Entry(key: name, keyBytes: keyBytes, text: text, textBytes: bytes))
        }
    }
}
