/// An input as the parser reads it, without what it ignores, and the way back to the bytes as they were given.
struct PreparedInput {
    /// The bytes that remain.
    private(set) var text: [UInt8] = []
    /// What remains after trimming, in the input.
    let trimmed: Range<Int>
    /// The runs of tabs and newlines inside of it, in the input.
    private(set) var removed: [Range<Int>] = []
    /// Where each byte of the text stood; empty where nothing was removed.
    private var sources: [Int] = []

    /// - Complexity: O(*n*).
    init(_ input: Span<UInt8>) {
        trimmed = InputPreparation.trimmedRange(of: input)
        text.reserveCapacity(trimmed.count)
        for offset in trimmed {
            guard ByteClass(of: input[offset]).intersects(.tabOrNewline) else {
                text.append(input[offset])
                if !removed.isEmpty { sources.append(offset) }
                continue
            }
            if removed.isEmpty { sources.append(contentsOf: trimmed.lowerBound..<offset) }
            if let last = removed.last, last.upperBound == offset {
                removed[removed.count - 1] = last.lowerBound..<offset + 1
            } else {
                removed.append(offset..<offset + 1)
            }
        }
    }

    /// Where a range of the text, which must not be empty, stood in the input.
    func source(of range: Range<Int>) -> Range<Int> {
        guard !removed.isEmpty else {
            return range.lowerBound + trimmed.lowerBound..<range.upperBound + trimmed.lowerBound
        }
        return sources[range.lowerBound]..<sources[range.upperBound - 1] + 1
    }
}
