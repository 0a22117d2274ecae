import ByteText
import URLStandard

/// Processes each URL of the input for a command: ``LineRunner`` reads the URLs, and the answers go to the output.
protocol LineHandler: ~Copyable {
    /// An error that ends a run and that no input causes.
    associatedtype Failure: Error

    /// The lines that could not be read.
    var malformed: MalformedLines { get set }
    /// How the run ended before its input did; nil while it continues.
    var earlyEnd: StreamEnd? { get }

    /// Writes the text before the first result.
    mutating func begin()

    /// Takes the additional fields of a line of NDJSON, whose URL is handled next.
    ///
    /// - Parameters:
    ///   - request: The fields of the line.
    ///   - line: The line that `request` was read from.
    /// - Throws: ``MalformedLine`` if the line cannot be answered.
    mutating func prepare(for request: borrowing RequestLine, in line: Span<UInt8>) throws(MalformedLine)

    /// Answers for a URL: the URL of the prepared line, or a plain URL.
    mutating func handle(_ url: Span<UInt8>) throws(Failure)

    /// Writes the result for a line that could not be read.
    mutating func report(_ error: MalformedLine, line: Span<UInt8>, number: Int)

    /// Flushes the results, and reads more lines.
    ///
    /// - Returns: How the run ended; nil while it continues.
    mutating func readOn(_ lines: inout InputLines) -> StreamEnd?

    /// Writes the text after the last result, and flushes everything.
    mutating func end()
}

/// Takes URLs from arguments or from the lines of a file, and passes each of them to a command.
struct LineRunner<Handler: LineHandler & ~Copyable>: ~Copyable {
    private(set) var handler: Handler

    init(_ handler: consuming Handler) { self.handler = handler }

    /// Processes all of the input.
    ///
    /// - Parameters:
    ///   - input: The options that name the input.
    ///   - source: The file that they name; nil for URLs in arguments.
    ///   - progress: Shows the progress of the run.
    /// - Returns: How the run ended.
    /// - Throws: The command's error for a URL.
    mutating func run(
        _ input: InputOptions,
        _ source: consuming InputFile?,
        progress: ProgressBar
    ) throws(Handler.Failure) -> StreamEnd {
        handler.begin()
        let end: StreamEnd
        if let source {
            let isNDJSON = input.inputFormat == .ndjson
            let limit = isNDJSON ? RequestLine.byteLimit : URLRecord.defaultByteLimit
            let lines = InputLines(source, lineLimit: limit, progress: progress)
            end = isNDJSON ? try runRequests(lines) : try runLines(lines)
        } else {
            for url in input.urls where handler.earlyEnd == nil { try handler.handle(url.utf8.span) }
            end = .finished
        }
        handler.end()
        return handler.earlyEnd ?? end
    }

    private mutating func runLines(_ input: consuming InputLines) throws(Handler.Failure) -> StreamEnd {
        var lines = input
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if !bytes.isBlank { try handler.handle(bytes) }
            }
            if let end = handler.readOn(&lines) { return end }
        }
    }

    private mutating func runRequests(_ input: consuming InputLines) throws(Handler.Failure) -> StreamEnd {
        var lines = input
        var request = RequestLine()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if bytes.isBlank { continue }
                do throws(MalformedLine) {
                    try request.parse(bytes, isCut: line.isCut)
                    try handler.prepare(for: request, in: bytes)
                } catch {
                    handler.report(error, line: bytes, number: lines.number)
                    handler.malformed.count(line: lines.number)
                    continue
                }
                if request.url.isUnescaped {
                    try handler.handle(request.unescaped.span.extracting(request.url.range))
                } else {
                    try handler.handle(bytes.extracting(request.url.range))
                }
            }
            if let end = handler.readOn(&lines) { return end }
        }
    }
}
