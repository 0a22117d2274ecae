import ByteText
import Demarc

/// The lines of an input file, and what every run does between two reads: it flushes its results, shows its progress,
/// and checks whether it must end.
struct InputLines: ~Copyable {
    private let file: InputFile
    private var reader: LineReader
    private var progress: ProgressBar

    /// Takes ownership of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - lineLimit: Longer lines, in bytes, are cut.
    ///   - progress: Shows the progress of the run.
    init(_ file: consuming InputFile, lineLimit: Int, progress: ProgressBar) {
        reader = LineReader(descriptor: file.descriptor, lineLimit: lineLimit)
        self.file = file
        self.progress = progress
    }

    /// The number of the last line that was taken.
    var number: Int { reader.lineCount }

    /// Takes the next line that is already in memory.
    @inline(__always)
    mutating func next() -> LineReader.Line? { reader.nextLine() }

    /// The bytes of a line, valid until more is read.
    @_lifetime(borrow self)
    @inline(__always)
    borrowing func bytes(of line: LineReader.Line) -> Span<UInt8> { reader.bytes(of: line) }

    /// Flushes the results and reads more input, waiting for it if necessary.
    ///
    /// - Parameters:
    ///   - output: The destination of the results. A client that sends URLs one by one receives each answer before its
    ///     next question.
    ///   - count: The number of URLs done.
    /// - Returns: Nil to continue, otherwise how the run ended.
    mutating func readOn(_ output: inout OutputStream, count: Int) -> StreamEnd? {
        guard !reader.isAtEnd else { return end(.finished, output) }
        output.flush()
        progress.update(done: reader.byteCount, total: file.size, "\(count) URLs")
        if let end = StreamEnd.early(output) { return self.end(end, output) }
        if file.canWait { Interruption.wait(for: file.descriptor) }
        if let end = StreamEnd.early(output) { return self.end(end, output) }
        if let error = reader.fill() { return self.end(.readError(error), output) }
        return reader.isUTF16 ? self.end(.utf16, output) : nil
    }

    private mutating func end(_ end: StreamEnd, _ output: borrowing OutputStream) -> StreamEnd {
        progress.clear()
        return StreamEnd.early(output) ?? end
    }
}

extension Span<UInt8> {
    /// Whether there are only spaces and tabs; such lines are skipped.
    @inline(__always)
    var isBlank: Bool {
        var offset = 0
        while offset < count {
            guard self[offset].isSpaceOrTab else { return false }
            offset &+= 1
        }
        return true
    }
}
