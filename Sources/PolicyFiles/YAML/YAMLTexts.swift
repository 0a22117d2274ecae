package import Diagnostics

/// The texts of a YAML file, in which a `#` does not begin a comment.
///
/// The parser does not report comments. But every `#` after a blank that is not in a text begins one.
package struct YAMLTexts {
    /// The bytes of each key and value, in ascending order.
    private let ranges: [Range<Int>]

    /// Finds the texts; nil if the file is not YAML.
    ///
    /// - Complexity: O(*n* log *n*) in the bytes.
    package init?(_ source: SourceFile) {
        let mark = YAMLTextCheck.markLength(source.bytes)
        let text = Array(source.bytes[mark...])
        guard YAMLTextCheck.problem(of: source.bytes) == nil, let events = YAMLEventStream.events(of: text) else {
            return nil
        }
        let surrogates = SurrogateEscapes(text[...])
        func offset(_ scalar: Int) -> Int {
            // The byte order mark is one scalar of the file.
            source.offset(ofScalar: (surrogates?.original(scalar) ?? scalar) + (mark > 0 ? 1 : 0))
        }
        ranges = events.compactMap { event in
            guard case .scalar = event.kind, event.end > event.start else { return nil }
            var start = offset(event.start)
            // A comment can follow the `|` or `>` of a block text, which begins on the next line.
            if event.isBlockText { start = source.contents(ofLine: source.position(at: start).line).upperBound }
            return start..<max(start, offset(event.end))
        }
    }

    /// Whether a byte is in a text.
    ///
    /// - Complexity: O(log *n*) in the number of texts.
    package func contains(_ offset: Int) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(offset)
    }
}
