import ByteText
import URLStandard

/// What a command does with each URL of its input: ``LineRunner`` reads them, and its answers go to the output.
protocol LineHandler: ~Copyable {
    /// The lines that could not be read.
    var malformed: MalformedLines { get set }
    /// How the run ended before its input did; nil while it goes on.
    var earlyEnd: StreamEnd? { get }

    /// Writes what is before the first result.
    mutating func begin()

    /// Answers for a URL that says nothing else.
    mutating func handle(_ url: Span<UInt8>)

    /// Answers for the URL of a line of NDJSON.
    ///
    /// - Parameters:
    ///   - url: The URL, unescaped.
    ///   - request: What else the line says.
    ///   - line: The line that `request` was read from.
    /// - Throws: ``MalformedLine`` if the line can't be answered.
    mutating func handle(
        _ url: Span<UInt8>,
        of request: borrowing RequestLine,
        in line: Span<UInt8>
    ) throws(MalformedLine)

    /// Writes what takes the place of a line that could not be read.
    mutating func report(_ error: MalformedLine, line: Span<UInt8>, number: Int)

    /// Hands on the results so far, and reads more lines.
    ///
    /// - Returns: How the run ended; nil while it goes on.
    mutating func readOn(_ lines: inout InputLines) -> StreamEnd?

    /// Writes what is after the last result, and hands everything on.
    mutating func end()
}

/// Takes URLs from arguments or from the lines of a file, and hands each of them to a command.
struct LineRunner<Handler: LineHandler & ~Copyable>: ~Copyable {
    private(set) var handler: Handler

    init(_ handler: consuming Handler) { self.handler = handler }

    /// Goes through all of the input.
    ///
    /// - Parameters:
    ///   - input: The options that name the input.
    ///   - source: The file that they name; nil for URLs in arguments.
    ///   - progress: Shows how far the run is.
    /// - Returns: How the run ended.
    mutating func run(_ input: InputOptions, _ source: consuming InputFile?, progress: ProgressBar) -> StreamEnd {
        handler.begin()
        let end: StreamEnd
        if let source {
            let isNDJSON = input.inputFormat == .ndjson
            let limit = isNDJSON ? RequestLine.byteLimit : URLRecord.defaultByteLimit
            let lines = InputLines(source, lineLimit: limit, progress: progress)
            end = isNDJSON ? runRequests(lines) : runLines(lines)
        } else {
            for url in input.urls where handler.earlyEnd == nil { handler.handle(url.utf8.span) }
            end = .finished
        }
        handler.end()
        return handler.earlyEnd ?? end
    }

    private mutating func runLines(_ input: consuming InputLines) -> StreamEnd {
        var lines = input
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if !bytes.isBlank { handler.handle(bytes) }
            }
            if let end = handler.readOn(&lines) { return end }
        }
    }

    private mutating func runRequests(_ input: consuming InputLines) -> StreamEnd {
        var lines = input
        var request = RequestLine()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if bytes.isBlank { continue }
                do throws(MalformedLine) {
                    try request.parse(bytes, isCut: line.isCut)
                    if request.url.isUnescaped {
                        let url = request.unescaped.span.extracting(request.url.range)
                        try handler.handle(url, of: request, in: bytes)
                    } else {
                        try handler.handle(bytes.extracting(request.url.range), of: request, in: bytes)
                    }
                } catch {
                    handler.report(error, line: bytes, number: lines.number)
                    handler.malformed.count(line: lines.number)
                }
            }
            if let end = handler.readOn(&lines) { return end }
        }
    }
}
