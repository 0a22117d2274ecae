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
        guard let events = YAMLEventStream.events(in: source) else { return nil }
        ranges = events.compactMap { event, bytes in
            guard case .scalar = event.kind, event.end > event.start else { return nil }
            var start = bytes.lowerBound
            // A comment can follow the `|` or `>` of a block text, which begins on the next line.
            if event.isBlockText { start = source.contents(ofLine: source.position(at: start).line).upperBound }
            return start..<max(start, bytes.upperBound)
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
