import Demarc

/// The lines of an input file, with what every run does between two reads: it hands on the results it has, shows how far
/// it is, and looks whether it shall end.
struct InputLines: ~Copyable {
    private let file: InputFile
    private var reader: LineReader
    private var progress: ProgressBar

    /// Takes a file over.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - lineLimit: Lines of more bytes are cut.
    ///   - progress: Shows how far the run is.
    init(_ file: consuming InputFile, lineLimit: Int, progress: ProgressBar) {
        reader = LineReader(descriptor: file.descriptor, lineLimit: lineLimit)
        self.file = file
        self.progress = progress
    }

    /// The number of the line taken last.
    var number: Int { reader.lineCount }

    /// Takes the next line that is in memory already.
    @inline(__always)
    mutating func next() -> LineReader.Line? { reader.nextLine() }

    /// The bytes of a line, until more is read.
    @_lifetime(borrow self)
    @inline(__always)
    borrowing func bytes(of line: LineReader.Line) -> Span<UInt8> { reader.bytes(of: line) }

    /// Hands on the results so far and reads more, waiting for it if need be.
    ///
    /// - Parameters:
    ///   - output: Where the results go. Whoever feeds URL by URL sees each answer before the next question.
    ///   - count: The URLs done.
    /// - Returns: Nil to go on, else how the run ended.
    mutating func readOn(_ output: inout OutputStream, count: Int) -> StreamEnd? {
        guard !reader.isAtEnd else { return end(.finished, output) }
        output.flush()
        progress.update(done: reader.byteCount, total: file.size, "\(count) URLs")
        if let end = StreamEnd.early(output) { return self.end(end, output) }
        if file.canWait { Interruption.wait(for: file.descriptor) }
        if let end = StreamEnd.early(output) { return self.end(end, output) }
        return reader.fill().map { end(.readError($0), output) }
    }

    private mutating func end(_ end: StreamEnd, _ output: borrowing OutputStream) -> StreamEnd {
        progress.clear()
        return StreamEnd.early(output) ?? end
    }
}

extension Span<UInt8> {
    /// Whether there is nothing but spaces and tabs; such lines are skipped.
    @inline(__always)
    var isBlank: Bool {
        var offset = 0
        while offset < count {
            guard self[offset] == 0x20 || self[offset] == 0x09 else { return false }
            offset &+= 1
        }
        return true
    }
}
