/// Stage 5 of the parser: query and fragment.
enum SuffixParser {
    /// Writes the query and the fragment, if the input has them at `start`, and completes the layout.
    ///
    /// See [query state](https://url.spec.whatwg.org/#query-state) and
    /// [fragment state](https://url.spec.whatwg.org/#fragment-state).
    static func parse(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        record.layout.queryStart = UInt32(truncatingIfNeeded: record.storage.count)
        var offset = start
        if input.has("?", at: offset) {
            record.storage.append(UInt8(ascii: "?"))
            offset = PercentEncoder.appendSuffix(
                input,
                from: offset + 1,
                encoding: record.isSpecial ? .specialQuerySet : .querySet,
                stoppingAt: UInt8(ascii: "#"),
                to: &record.storage
            )
        }
        parseFragment(input, from: offset, into: &record)
    }

    /// Writes the fragment, if the input has one at `start`, and completes the layout but for the query.
    @inline(__always)
    static func parseFragment(_ input: Span<UInt8>, from start: Int, into record: inout URLRecord) {
        record.layout.fragmentStart = UInt32(truncatingIfNeeded: record.storage.count)
        if input.has("#", at: start) {
            record.storage.append(UInt8(ascii: "#"))
            _ = PercentEncoder.appendSuffix(
                input,
                from: start + 1,
                encoding: .fragmentSet,
                stoppingAt: nil,
                to: &record.storage
            )
        }
        record.layout.count = UInt32(truncatingIfNeeded: record.storage.count)
    }
}
