import ByteText

/// Consecutive texts and wildcards, in a form in which the first position where a text fits is always the right one.
///
/// A named group (*segment*) stops at the delimiter; a `*` (*gap*) does not stop. Backtracking is never needed:
/// - After a gap, or if there is no delimiter, the first position of a text leaves the most for the elements after it.
/// - After a segment, a text that contains the delimiter must be at the first delimiter, and a text without one leaves
///   the most for the segment or gap after it.
/// - The last text must end the component, wherever else it occurs.
///
/// A segment after a gap would need backtracking, and is left to a regular expression.
struct WildcardSequence: Sendable {
    enum Element: Hashable, Sendable {
        /// Bytes of ``text``, and the offset of the first delimiter in them, counted from their start; -1 if they
        /// contain none.
        case literal(Range<Int>, delimiterOffset: Int)
        /// At least this many bytes, none of which is the delimiter.
        case segment(Int)
        /// At least this many bytes.
        case gap(Int)
    }

    let elements: [Element]
    private let text: [UInt8]
    private let delimiter: UInt8?
    private let ignoresCase: Bool

    init(_ elements: [Element], text: [UInt8], _ options: PatternOptions) {
        self.elements = elements
        self.text = text
        delimiter = options.delimiter
        ignoresCase = options.ignoresCase
    }

    /// Whether everything matches.
    var isAny: Bool { elements == [.gap(0)] }

    /// The only text that matches, if there is exactly one.
    var exactText: [UInt8]? {
        guard let first = elements.first else { return [] }
        guard elements.count == 1, case .literal(let range, _) = first else { return nil }
        return Array(text[range])
    }

    /// The texts that everything that matches contains.
    var texts: [[UInt8]] {
        elements.compactMap { element in
            if case .literal(let range, _) = element { Array(text[range]) } else { nil }
        }
    }

    /// The text that everything that matches begins with; empty if there is none.
    var prefix: [UInt8] {
        guard let first = elements.first, case .literal(let range, _) = first else { return [] }
        return Array(text[range])
    }

    /// The text that everything that matches ends with; empty if there is none.
    var suffix: [UInt8] {
        guard let last = elements.last, case .literal(let range, _) = last else { return [] }
        return Array(text[range])
    }

    /// Whether the whole of a component matches.
    ///
    /// - Complexity: O(*n*) in the bytes, times the length of the text that is searched for. Allocates nothing.
    func matches(_ subject: Span<UInt8>) -> Bool {
        let text = self.text.span
        var position = 0
        var index = 0
        while index < elements.count {
            let next = index &+ 1
            switch elements[index] {
            case .literal(let range, _):
                guard has(text.extracting(range), in: subject, at: position) else { return false }
                position &+= range.count
                index = next
            case .segment(let least):
                guard next < elements.count else {
                    return subject.count &- position >= least && isFree(subject, position, subject.count)
                }
                // The gap takes the bytes that the segment leaves.
                guard case .literal(let range, let delimiterOffset) = elements[next] else {
                    guard subject.count &- position >= least, isFree(subject, position, position &+ least) else {
                        return false
                    }
                    position &+= least
                    index = next
                    continue
                }
                let literal = text.extracting(range)
                if next == elements.count &- 1 {
                    return ends(subject, with: literal, from: position &+ least)
                        && isFree(subject, position, subject.count &- range.count)
                }
                let start = endOfSegment(literal, delimiterOffset, in: subject, from: position, least)
                guard start >= 0 else { return false }
                position = start &+ range.count
                index = next &+ 1
            case .gap(let least):
                guard next < elements.count, case .literal(let range, _) = elements[next] else {
                    return subject.count &- position >= least
                }
                let literal = text.extracting(range)
                if next == elements.count &- 1 { return ends(subject, with: literal, from: position &+ least) }
                var start = position &+ least
                while !has(literal, in: subject, at: start) {
                    start &+= 1
                    guard start &+ range.count <= subject.count else { return false }
                }
                position = start &+ range.count
                index = next &+ 1
            }
        }
        return position == subject.count
    }

    /// The offset of a text that ends a segment; -1 if there is none.
    private func endOfSegment(
        _ literal: Span<UInt8>,
        _ delimiterOffset: Int,
        in subject: Span<UInt8>,
        from position: Int,
        _ least: Int
    ) -> Int {
        var start = position
        while start < subject.count {
            if subject[start] == delimiter {
                start &-= delimiterOffset
                let fits = delimiterOffset >= 0 && start >= position &+ least && has(literal, in: subject, at: start)
                return fits ? start : -1
            }
            if delimiterOffset < 0, start >= position &+ least, has(literal, in: subject, at: start) { return start }
            start &+= 1
        }
        return -1
    }

    @inline(__always)
    private func has(_ literal: Span<UInt8>, in subject: Span<UInt8>, at position: Int) -> Bool {
        subject.has(literal, at: position, ignoresCase: ignoresCase)
    }

    @inline(__always)
    private func ends(_ subject: Span<UInt8>, with literal: Span<UInt8>, from position: Int) -> Bool {
        subject.count &- literal.count >= position && has(literal, in: subject, at: subject.count &- literal.count)
    }

    /// Whether there is no delimiter between two offsets.
    @inline(__always)
    private func isFree(_ subject: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var offset = start
        while offset < end {
            if subject[offset] == delimiter { return false }
            offset &+= 1
        }
        return true
    }
}

extension WildcardSequence {
    /// The maximum number of ways to omit optional parts; patterns with more use a regular expression.
    private static var mostAlternatives: Int { 8 }
    /// The longest text that is searched for, because a search takes the text's length times the component's length.
    private static var longestSearched: Int { 256 }

    private enum Piece {
        case text([UInt8])
        case segment(Int)
        case gap(Int)
    }

    /// The sequences of which one must match, or nil if the parts need a regular expression.
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

    /// The pieces of a part when it is present, or nil if their number is not fixed.
    private static func pieces(of part: PatternPart, _ options: PatternOptions) -> [Piece]? {
        let wildcard: Piece
        switch part.kind {
        case .fixedText: return part.modifier.isRepeated ? nil : [.text(lowered(part.value, options))]
        case .regexp: return nil
        case .segmentWildcard:
            // A repeated group with text between the repetitions would need a search for that text.
            guard !part.modifier.isRepeated || (part.prefix.isEmpty && part.suffix.isEmpty) else { return nil }
            wildcard = options.delimiter == nil ? .gap(1) : .segment(1)
        // One `*` also matches any text between two repetitions.
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
