import ByteText
import DocumentReading

/// The URLs of a file, contiguous in memory.
struct URLList: Sendable {
    /// The maximum number of bytes: a measurement that swaps measures the disk.
    private static let byteLimit = 1 << 30

    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Reads a file with one URL per line, skipping blank lines.
    ///
    /// - Throws: ``CommandError`` if the file cannot be read, contains no URLs or is too large.
    init(contentsOf path: String) throws(CommandError) {
        let file = try InputFile(argument: path)
        // A line longer than any valid URL is cut, but stays too long, so parsing still reports that.
        var reader = LineReader(descriptor: file.descriptor, lineLimit: 1 << 20)
        while !reader.isAtEnd {
            if let error = reader.fill() {
                throw .unreadable(path, .unreadable(SystemErrorText.of(error)))
            }
            guard !reader.isUTF16 else { throw .unreadable("the URLs are UTF-16; save them as UTF-8") }
            while let line = reader.nextLine() {
                let url = reader.bytes(of: line)
                if url.isBlank { continue }
                for offset in url.indices { bytes.append(url[offset]) }
                ends.append(bytes.count)
            }
            // An endless line, such as that of a device, counts in full, although only its beginning is kept.
            guard reader.byteCount <= Self.byteLimit else { throw .unreadable("the URLs take more than a gibibyte") }
        }
        guard !ends.isEmpty else { throw .unreadable("there are no URLs to measure with") }
    }

    /// The number of URLs.
    var count: Int { ends.count }

    /// Calls `body` with each URL, in order.
    @inline(__always)
    func forEach(_ body: (Span<UInt8>) -> Void) {
        let all = bytes.span
        var start = 0
        for end in ends {
            body(all.extracting(start..<end))
            start = end
        }
    }
}
