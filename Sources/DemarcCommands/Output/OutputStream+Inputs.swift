import Diagnostics
import URLStandard

extension OutputStream {
    /// How much of an input that is too long to be a URL is repeated in the results.
    private static let longestRepeated = 256

    /// Appends the input of a result, or the beginning of one that is longer than any URL may be.
    mutating func appendInput(_ input: Span<UInt8>) {
        guard input.count > URLRecord.defaultByteLimit else { return appendEscaped(input) }
        var end = Self.longestRepeated
        while end > Self.longestRepeated - 3, input[end] & 0xC0 == 0x80 { end -= 1 }
        appendEscaped(input.extracting(..<end))
        append("…")
    }

    /// Appends the object that stands in the place of a malformed line.
    mutating func append(_ error: MalformedLine, line: Span<UInt8>, number: Int) {
        append("{\"input\":\"")
        appendInput(line)
        append(text: "\",\"error\":{\"code\":\"\(error.code)\",\"message\":")
        append(text: JSONText.string("line \(number), \(error.message)"))
        append("}}")
    }
}
