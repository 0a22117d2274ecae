import ByteText
import URLStandard

/// What a command does with each URL of its input: ``LineRunner`` reads them, and its answers go to the output.
protocol LineHandler: ~Copyable {
    /// What ends a run because of an error that no input causes.
    associatedtype Failure: Error

    /// The lines that could not be read.
    var malformed: MalformedLines { get set }
    /// How the run ended before its input did; nil while it goes on.
    var earlyEnd: StreamEnd? { get }

    /// Writes what is before the first result.
    mutating func begin()

    /// Takes what a line of NDJSON says besides its URL, which is handled next.
    ///
    /// - Parameters:
    ///   - request: What the line says.
    ///   - line: The line that `request` was read from.
    /// - Throws: ``MalformedLine`` if the line can't be answered.
    mutating func prepare(for request: borrowing RequestLine, in line: Span<UInt8>) throws(MalformedLine)

    /// Answers for a URL: for that of the line that was prepared for, or for one that came alone.
    mutating func handle(_ url: Span<UInt8>) throws(Failure)

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
    /// - Throws: What the command throws for a URL.
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
