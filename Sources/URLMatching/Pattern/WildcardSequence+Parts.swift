extension WildcardSequence {
    /// More ways than these to leave optional parts out are left to a regular expression.
    private static var mostAlternatives: Int { 8 }
    /// A longer text is not searched for, because the time would be its length times that of the component.
    private static var longestSearched: Int { 256 }

    private enum Piece {
        case text([UInt8])
        case segment(Int)
        case gap(Int)
    }

    /// The sequences of which one has to match, or nil where the parts need a regular expression.
    static func sequences(of parts: [PatternPart], _ options: PatternOptions) -> [WildcardSequence]? {
        var alternatives: [[Piece]] = [[]]
        for part in parts {
            guard let pieces = pieces(of: part, options) else { return nil }
            guard part.modifier.isOptional else {
                for index in alternatives.indices { alternatives[index] += pieces }
                continue
            }
            guard alternatives.count * 2 <= mostAlternatives else { return nil }
            alternatives = alternatives.map { $0 + pieces } + alternatives
        }
        var sequences: [WildcardSequence] = []
        for pieces in alternatives {
            guard let sequence = sequence(pieces, options) else { return nil }
            sequences.append(sequence)
        }
        return sequences
    }

    /// What a part is where it is present, or nil where that is no fixed number of pieces.
    private static func pieces(of part: PatternPart, _ options: PatternOptions) -> [Piece]? {
        let wildcard: Piece
        switch part.kind {
        case .fixedText: return part.modifier.isRepeated ? nil : [.text(lowered(part.value, options))]
        case .regexp: return nil
        case .segmentWildcard:
            // What stands between two repetitions has to be looked for, unless there is nothing.
            guard !part.modifier.isRepeated || (part.prefix.isEmpty && part.suffix.isEmpty) else { return nil }
            wildcard = options.delimiter == nil ? .gap(1) : .segment(1)
        // Whatever stands between two repetitions, one wildcard matches it too.
        case .fullWildcard: wildcard = .gap(0)
        }
        return [.text(lowered(part.prefix, options)), wildcard, .text(lowered(part.suffix, options))]
    }

    private static func lowered(_ text: String, _ options: PatternOptions) -> [UInt8] {
        options.ignoresCase ? text.utf8.map(\.asciiLowercased) : Array(text.utf8)
    }

    private static func sequence(_ pieces: [Piece], _ options: PatternOptions) -> WildcardSequence? {
        var merged: [Piece] = []
        for piece in pieces {
            switch (merged.last, piece) {
            case (_, .text(let text)) where text.isEmpty: continue
            case (.text(let before)?, .text(let text)): merged[merged.count - 1] = .text(before + text)
            case (.segment(let before)?, .segment(let least)): merged[merged.count - 1] = .segment(before + least)
            case (.gap(let before)?, .gap(let least)): merged[merged.count - 1] = .gap(before + least)
            default: merged.append(piece)
            }
        }
        var elements: [Element] = []
        var text: [UInt8] = []
        var isBehindGap = false
        for (index, piece) in merged.enumerated() {
            switch piece {
            case .text(let bytes):
                let isSearched = index > 0 && index < merged.count - 1
                guard !isSearched || bytes.count <= longestSearched else { return nil }
                let offset = options.delimiter.flatMap { bytes.firstIndex(of: $0) } ?? -1
                elements.append(.literal(text.count..<text.count + bytes.count, delimiterOffset: offset))
                text += bytes
            case .segment(let least):
                guard !isBehindGap else { return nil }
                elements.append(.segment(least))
            case .gap(let least):
                isBehindGap = true
                elements.append(.gap(least))
            }
        }
        return WildcardSequence(elements, text: text, options)
    }
}
