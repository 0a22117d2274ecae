import ByteText
import URLStandard

/// One run of `demarc url`: from lines to results.
struct URLRun: ~Copyable {
    private var url = URLRecord()
    private var report: URLReport
    private(set) var tally = URLTally()

    init(report: consuming URLReport) { self.report = report }

    /// Reads URLs from arguments.
    mutating func read(_ urls: [String]) -> StreamEnd {
        report.begin()
        for url in urls where StreamEnd.early(report.output) == nil { read(url.utf8.span) }
        return end(.finished)
    }

    /// Reads each line of a file.
    mutating func readLines(_ input: consuming InputLines) -> StreamEnd {
        var lines = input
        report.begin()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if !bytes.isBlank { read(bytes) }
            }
            if let end = lines.readOn(&report.output, count: tally.count) { return self.end(end) }
        }
    }

    /// Reads each line of an NDJSON file.
    mutating func readRequests(_ input: consuming InputLines) -> StreamEnd {
        var lines = input
        var request = RequestLine()
        report.begin()
        while true {
            while let line = lines.next() {
                let bytes = lines.bytes(of: line)
                if bytes.isBlank { continue }
                do throws(MalformedLine) {
                    try request.parse(bytes, isCut: line.isCut)
                    if request.url.isUnescaped {
                        read(request.unescaped.span.extracting(request.url.range))
                    } else {
                        read(bytes.extracting(request.url.range))
                    }
                } catch {
                    report.append(error, line: bytes, number: lines.number)
                    tally.malformed.count(line: lines.number)
                }
            }
            if let end = lines.readOn(&report.output, count: tally.count) { return self.end(end) }
        }
    }

    private mutating func read(_ input: Span<UInt8>) {
        do throws(URLParsingError) {
            try url.parse(input)
            tally.valid += 1
            if report.append(url, input: input) { tally.ambiguous += 1 }
        } catch {
            tally.invalid += 1
            report.append(error, input: input)
        }
    }

    private mutating func end(_ end: StreamEnd) -> StreamEnd {
        report.end()
        return StreamEnd.early(report.output) ?? end
    }
}
