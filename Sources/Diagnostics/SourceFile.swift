import ByteText

/// The bytes of one file with a table of its lines; converts between byte offsets and lines and columns.
///
/// The bytes need not be valid text. A column counts Unicode scalars; in invalid UTF-8, it counts every byte that does
/// not continue a scalar. A line ends with LF, CR LF or a single CR, as in editors. A byte order mark at the beginning
/// is not part of the text, and is no column.
public struct SourceFile: Hashable, Sendable {
    /// The path shown in diagnostics.
    public let path: String
    /// The content.
    public let bytes: [UInt8]

    /// The lines that no report may quote, counted from 1, because they contain values that may be personal data.
    public private(set) var hiddenLines: Set<Int> = []

    /// The number of bytes of the byte order mark; 0 if there is none.
    let markLength: Int
    /// The offset at which each line begins; the first is 0.
    private let lineStarts: [Int]
    /// The number of scalars that begin before each `stride`th byte; empty if every byte is a scalar.
    private let scalarsBeforeStride: [Int]

    /// The number of bytes between two entries of `scalarsBeforeStride`, which is the most that a look-up counts.
    private static let stride = 256

    /// Creates the table of lines.
    ///
    /// - Parameters:
    ///   - path: The path shown in diagnostics.
    ///   - bytes: The content, in any encoding.
    /// - Complexity: O(*n*) in `bytes.count`.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        markLength = ByteOrderMark.utf8Count(in: bytes.span)
        var lineStarts = [0]
        var isASCII = true
        for offset in bytes.indices {
            let byte = bytes[offset]
            if byte >= 0x80 { isASCII = false }
            let endsLine = byte == 0x0A || (byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A))
            if endsLine { lineStarts.append(offset + 1) }
        }
        self.lineStarts = lineStarts
        scalarsBeforeStride = isASCII ? [] : Self.countScalars(bytes)
    }

    /// Hides the lines that a range of bytes overlaps from every report.
    ///
    /// - Complexity: O(*n*) in the number of lines.
    public mutating func hideLines(of range: Range<Int>) {
        let (first, last) = (position(at: range.lowerBound).line, position(at: range.upperBound).line)
        hiddenLines.formUnion(first...max(first, last))
    }

    /// Hides the lines that another reading of the same file hides.
    ///
    /// - Complexity: O(*n*) in the number of hidden lines.
    public mutating func hideLines(hiddenIn other: SourceFile) { hiddenLines.formUnion(other.hiddenLines) }

    /// The same file under another path. It hides the same lines.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func renamed(_ path: String) -> SourceFile {
        var file = SourceFile(path: path, bytes: bytes)
        file.hiddenLines = hiddenLines
        return file
    }

    /// The number of lines. A final line break begins another, empty line; an empty file has one line.
    public var lineCount: Int { lineStarts.count }

    /// The line and column at a byte offset. In a byte order mark, it is the first column.
    ///
    /// - Parameter offset: The offset; an offset outside the file is clamped to it.
    /// - Returns: The position.
    /// - Complexity: O(log *n*) in the number of lines.
    public func position(at offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset)
        let column = scalars(before: max(offset, markLength)) - scalars(before: textStart(ofLine: line)) + 1
        return SourcePosition(offset: offset, line: line + 1, column: column)
    }

    /// The byte offset of a line and column, both from 1; nil if the file has no such position.
    ///
    /// The position after the last scalar of a line is valid, so that a finding can report something missing there.
    ///
    /// - Complexity: O(log *n*) in the size of the file.
    public func offset(line: Int, column: Int) -> Int? {
        guard line >= 1, line <= lineCount, column >= 1, column <= bytes.count + 1 else { return nil }
        let contents = contents(ofLine: line)
        let number = scalars(before: textStart(ofLine: line - 1)) + column - 1
        let offset = self.offset(ofScalar: number)
        return offset <= contents.upperBound && scalars(before: offset) == number ? offset : nil
    }

    /// The range of diagnostics for a range of byte offsets, clamped to the file.
    public func range(_ offsets: Range<Int>) -> SourceRange {
        SourceRange(path: path, start: position(at: offsets.lowerBound), end: position(at: offsets.upperBound))
    }

    /// The range of a line's bytes, without its line break; lines count from 1. For a line that does not exist, the
    /// range is empty.
    public func contents(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= lineCount else { return bytes.count..<bytes.count }
        let start = lineStarts[line - 1]
        guard line < lineCount else { return start..<bytes.count }
        var end = lineStarts[line] - 1
        if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// The byte offset of the scalar with this index, counted from 0 over the whole file.
    ///
    /// - Complexity: O(log *n*) in the size of the file.
    public func offset(ofScalar number: Int) -> Int {
        let number = max(number, 0)
        guard !scalarsBeforeStride.isEmpty else { return min(number, bytes.count) }
        // The last stride with at most `number` scalars before it.
        var low = 0
        var high = scalarsBeforeStride.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if scalarsBeforeStride[middle] <= number { low = middle } else { high = middle }
        }
        var offset = low * Self.stride
        var count = scalarsBeforeStride[low]
        while offset < bytes.count {
            if !Self.continuesScalar(bytes[offset]) {
                if count == number { return offset }
                count += 1
            }
            offset += 1
        }
        return bytes.count
    }

    /// The index of the line that contains a byte offset.
    private func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The offset of the first column of the line with this index.
    private func textStart(ofLine index: Int) -> Int { max(lineStarts[index], markLength) }

    /// The number of scalars that begin before a byte offset.
    private func scalars(before offset: Int) -> Int {
        guard !scalarsBeforeStride.isEmpty else { return offset }
        let entry = offset / Self.stride
        var count = scalarsBeforeStride[entry]
        for byte in bytes[entry * Self.stride..<offset] where !Self.continuesScalar(byte) { count += 1 }
        return count
    }

    private static func countScalars(_ bytes: [UInt8]) -> [Int] {
        var counts: [Int] = []
        var count = 0
        for offset in bytes.indices {
            if offset % stride == 0 { counts.append(count) }
            if !continuesScalar(bytes[offset]) { count += 1 }
        }
        // A file that ends at a stride also needs an entry for its end.
        if bytes.count % stride == 0 { counts.append(count) }
        return counts
    }

    private static func continuesScalar(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
