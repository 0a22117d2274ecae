import ByteText

/// Stage 1 of the parser: takes away what the Standard ignores anywhere in a URL.
enum InputPreparation {
    /// The input without [C0 controls and spaces](https://infra.spec.whatwg.org/#c0-control-or-space) at its ends.
    static func trimmedRange(of input: Span<UInt8>) -> Range<Int> {
        var start = 0
        while start < input.count, input[start] <= 0x20 { start += 1 }
        var end = input.count
        while end > start, input[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// Whether there is a tab, line feed or carriage return; may be wrong in saying yes.
    static func hasTabOrNewline(_ input: Span<UInt8>) -> Bool {
        let count = input.count
        guard count >= 16 else {
            for offset in 0..<count where ByteClass(of: input[offset]).intersects(.tabOrNewline) { return true }
            return false
        }
        var offset = 0
        while offset <= count &- 16 {
            if WordLoader.vector(of: input, at: offset).hasTabToCarriageReturn { return true }
            offset &+= 16
        }
        // The last vector overlaps the one before it.
        return offset < count && WordLoader.vector(of: input, at: count &- 16).hasTabToCarriageReturn
    }

    /// Replaces what is in `output` by the input without tabs and newlines.
    ///
    /// Malformed UTF-8 becomes U+FFFD on the way: taking out a newline must not join two halves of a sequence, because
    /// the Standard decodes first.
    static func copyWithoutTabsAndNewlines(_ input: Span<UInt8>, into output: inout ByteStorage) {
        output.removeAll()
        output.reserve(input.count)
        var offset = 0
        while offset < input.count {
            let byte = input[offset]
            guard byte < 0x80 else {
                let sequence = UTF8Sequence.next(in: input, at: offset)
                if sequence.isValid {
                    output.append(input.extracting(offset..<offset + sequence.length))
                } else {
                    output.append("\u{FFFD}")
                }
                offset += sequence.length
                continue
            }
            if !ByteClass(of: byte).intersects(.tabOrNewline) { output.append(byte) }
            offset += 1
        }
    }
}
