import ByteText
import Demarc
import PolicyModel
import URLStandard

/// One run of `demarc check`: from lines to results.
struct CheckRun: ~Copyable {
    private var evaluator: Evaluator
    private let targets: TargetDirectory
    /// What a line that says nothing else is decided for; nil where every line must name a view.
    private let target: DecisionTarget?
    private var report: CheckReport
    private var progress: ProgressBar
    private var namedTargets = NamedTargets()
    private(set) var tally = CheckTally()
    let start = Clock.monotonic

    init(
        evaluator: consuming Evaluator,
        targets: TargetDirectory,
        target: DecisionTarget?,
        report: consuming CheckReport,
        progress: ProgressBar
    ) {
        self.evaluator = evaluator
        self.targets = targets
        self.target = target
        self.report = report
        self.progress = progress
    }

    // MARK: Inputs

    /// Decides for URLs from arguments.
    mutating func decide(_ urls: [String]) -> StreamEnd {
        guard let target else { return .finished }
        report.begin()
        for url in urls where Interruption.signal == nil { decide(url.utf8.span, target) }
        return end(.finished)
    }

    /// Decides for each line of a file.
    mutating func decideLines(from file: borrowing InputFile) -> StreamEnd {
        guard let target else { return .finished }
        var reader = LineReader(descriptor: file.descriptor, lineLimit: URLRecord.defaultByteLimit)
        report.begin()
        while true {
            while let line = reader.nextLine() {
                let input = reader.bytes(of: line)
                if !input.isBlank { decide(input, target) }
            }
            if let end = readOn(&reader, file) { return self.end(end) }
        }
    }

    /// Decides for each line of an NDJSON file.
    mutating func decideRequests(from file: borrowing InputFile) -> StreamEnd {
        var reader = LineReader(descriptor: file.descriptor, lineLimit: RequestLine.byteLimit)
        var request = RequestLine()
        report.begin()
        while true {
            while let line = reader.nextLine() {
                let bytes = reader.bytes(of: line)
                if bytes.isBlank { continue }
                do throws(MalformedLine) {
                    guard !line.isCut else { throw .tooLong(limit: RequestLine.byteLimit) }
                    try request.parse(bytes)
                    let target = try target(for: request, in: bytes)
                    if request.url.isUnescaped {
                        decide(request.unescaped.span.extracting(request.url.range), target)
                    } else {
                        decide(bytes.extracting(request.url.range), target)
                    }
                } catch {
                    report.append(error, line: bytes, number: reader.lineCount)
                    tally.malformed += 1
                    tally.firstMalformedLine = tally.firstMalformedLine ?? reader.lineCount
                }
            }
            if let end = readOn(&reader, file) { return self.end(end) }
        }
    }

    // MARK: Steps

    @inline(__always)
    private mutating func decide(_ input: Span<UInt8>, _ target: DecisionTarget) {
        let decision = evaluator.navigation(to: input, in: target.view, identity: target.identity)
        tally.count(decision.verdict, isInvalid: evaluator.parsingError != nil)
        report.append(decision, &evaluator, input: input, target: target)
    }

    /// Hands on what there is, shows how far it is, and reads more.
    ///
    /// - Returns: Nil to go on.
    private mutating func readOn(_ reader: inout LineReader, _ file: borrowing InputFile) -> StreamEnd? {
        if let end = interruption { return end }
        guard !reader.isAtEnd else { return .finished }
        // Whoever feeds us URL by URL sees each answer before the next question.
        report.output.flush()
        progress.update(done: reader.byteCount, total: file.size, "\(tally.urls) URLs")
        if file.canWait { Interruption.wait(for: file.descriptor) }
        if let end = interruption { return end }
        return reader.fill().map { .readError($0) }
    }

    private var interruption: StreamEnd? {
        if let end = StreamEnd(writing: report.output.failure) { return end }
        return Interruption.signal.map { .interrupted($0) }
    }

    private mutating func end(_ end: StreamEnd) -> StreamEnd {
        report.end()
        progress.clear()
        return StreamEnd(writing: report.output.failure) ?? (end.isFinished ? interruption ?? end : end)
    }

    private mutating func target(
        for request: borrowing RequestLine,
        in line: Span<UInt8>
    ) throws(MalformedLine) -> DecisionTarget {
        if request.view == nil, request.user == nil, let target { return target }
        let view = request.view.map { request.string($0, in: line) }
        let user = request.user.map { request.string($0, in: line) }
        do throws(TargetError) {
            return try namedTargets.target(view: view, user: user, targets)
        } catch {
            throw .noTarget(error)
        }
    }
}

extension Span<UInt8> {
    /// Whether there is nothing but spaces and tabs.
    @inline(__always)
    fileprivate var isBlank: Bool {
        var offset = 0
        while offset < count {
            guard self[offset] == 0x20 || self[offset] == 0x09 else { return false }
            offset &+= 1
        }
        return true
    }
}
