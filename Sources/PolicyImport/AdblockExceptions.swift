import ByteText
import Diagnostics
import URLMatching

/// The filters of an ad blocker's list that take others of it back: exceptions, `@@||cdn.example^`, and
/// `||ads.example^$badfilter`.
///
/// A list of domains has neither. So the names that they take back are omitted, and an exception for a part of a domain
/// that remains is an error.
struct AdblockExceptions {
    /// The file with blank lines in place of these filters, so that every other line keeps its place.
    private(set) var remaining: [UInt8]
    /// The domains with an exception, in file order, each with the place of its first one.
    private var exceptions: [(domain: [UInt8], place: SourceRange)] = []
    private var excepted: Set<[UInt8]> = []
    /// The domains whose block is disabled.
    private var disabled: Set<[UInt8]> = []
    /// The domains whose exception omitted a name.
    private var used: Set<[UInt8]> = []
    private var omittedCount = 0

    /// Finds the filters of a file.
    ///
    /// - Complexity: O(*n*) in the bytes of the file.
    init(of file: SourceFile) {
        remaining = file.bytes
        var disabledExceptions: Set<[UInt8]> = []
        let mark = ByteOrderMark.utf8Count(in: file.bytes.span)
        for line in 1...file.lineCount {
            let contents = file.contents(ofLine: line)
            let range = min(max(contents.lowerBound, mark), contents.upperBound)..<contents.upperBound
            guard let filter = AdblockRetraction(line: file.bytes.span.extracting(range)) else { continue }
            for index in range { remaining[index] = UInt8(ascii: " ") }
            switch (filter.isException, filter.isDisabling) {
            case (true, true): disabledExceptions.insert(filter.domain)
            case (true, false):
                if excepted.insert(filter.domain).inserted { exceptions.append((filter.domain, file.range(range))) }
            case (false, _): disabled.insert(filter.domain)
            }
        }
        excepted.subtract(disabledExceptions)
        exceptions.removeAll { disabledExceptions.contains($0.domain) }
    }

    /// Whether the list takes a name back; counts it in that case.
    mutating func omit(_ name: [UInt8]) -> Bool {
        guard !excepted.isEmpty || !disabled.isEmpty else { return false }
        let exception = Self.domains(of: name).first { excepted.contains(Array($0)) }
        if let exception { used.insert(Array(exception)) }
        guard exception != nil || disabled.contains(name) else { return false }
        omittedCount += 1
        return true
    }

    /// Adds findings about the names that were omitted, and about exceptions that could not be carried over.
    ///
    /// - Parameters:
    ///   - kept: The names that remain.
    ///   - result: Receives the findings.
    func report(kept: Set<[UInt8]>, _ result: inout ImportResult) {
        var unused = 0
        for (domain, place) in exceptions {
            let broader = Self.domains(of: domain).dropFirst().first { kept.contains(Array($0)) }
            if let broader {
                let (part, whole) = (Self.quote(domain[...]), Self.quote(broader))
                result.drop(
                    "exception-below-domain",
                    "\(part) is an exception below \(whole), and a list has no exceptions",
                    at: place,
                    help: "write a rule for \(part) with a higher priority than that of the list"
                )
            } else if !used.contains(domain) {
                unused += 1
            }
        }
        if omittedCount > 0 {
            result.note(
                "excepted-name",
                "\(omittedCount) of the names were omitted, because the list takes them back with `@@` or `$badfilter`"
            )
        }
        if unused > 0 {
            result.dropped += unused
            result.note("unused-exception", "\(unused) exceptions are for domains that the list does not block")
        }
    }

    /// A name and the domains that it is below, the longest first.
    private static func domains(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        [name[...]] + name.indices.filter { name[$0] == UInt8(ascii: ".") }.map { name[($0 + 1)...] }
    }

    private static func quote(_ domain: ArraySlice<UInt8>) -> String {
        "`\(Quoted.word(String(decoding: domain, as: UTF8.self)))`"
    }
}
