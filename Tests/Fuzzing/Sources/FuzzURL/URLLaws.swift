@_spi(Fuzzing) import URLStandard

/// The laws for every input; a violation ends the process, which libFuzzer records.
///
/// 1. The fast path and the complete parser give the same URL, component by component, or the same error.
/// 2. A serialized URL parses to itself, component by component, with both parsers.
/// 3. A record that is reused keeps nothing of its earlier content.
///
/// `fatalError` is used because it prints its message in release builds too, unlike `precondition`.
enum URLLaws {
    static func check(_ input: Span<UInt8>) {
        var record = usedRecord()
        let parsed = Reading { () throws(URLParsingError) in try record.parse(input) }
        var other = URLRecord()
        let complete = Reading { () throws(URLParsingError) in try other.parseWithoutFastPath(input) }
        compare(parsed, record, complete, other, "the fast path differs from the complete parser")
        guard parsed == .url else { return }
        checkRoundTrip(record)
        _ = record.disagreesOnAuthority(with: input)
    }

    static func check(_ input: Span<UInt8>, base: borrowing URLRecord) {
        var record = usedRecord()
        let parsed: Reading
        do {
            try record.parse(input, base: base)
            parsed = .url
        } catch {
            parsed = .failure(error)
        }
        var other = URLRecord()
        let complete: Reading
        do {
            try other.parseWithoutFastPath(input, base: base)
            complete = .url
        } catch {
            complete = .failure(error)
        }
        compare(parsed, record, complete, other, "with a base, the fast path differs from the complete parser")
        if parsed == .url { checkRoundTrip(record) }
    }

    private static func checkRoundTrip(_ record: borrowing URLRecord) {
        var again = usedRecord()
        let parsed = Reading { () throws(URLParsingError) in try again.parse(record.href) }
        compare(.url, record, parsed, again, "a serialized URL does not parse to itself")
        var complete = URLRecord()
        let slow = Reading { () throws(URLParsingError) in try complete.parseWithoutFastPath(record.href) }
        compare(.url, record, slow, complete, "a serialized URL does not parse to itself without the fast path")
    }

    /// A record whose buffer contains a URL with all components.
    private static func usedRecord() -> URLRecord {
        var record = URLRecord()
        let text: StaticString = "ftp://user:secret@[2001:db8::1]:2121/a/b/c?query=long#fragment"
        // A valid literal; if it did not parse, the record would only be empty.
        try? record.parse(unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
        return record
    }

    private static func compare(
        _ first: Reading,
        _ firstRecord: borrowing URLRecord,
        _ second: Reading,
        _ secondRecord: borrowing URLRecord,
        _ law: String
    ) {
        guard first == second else { fatalError("\(law): \(first), \(second)") }
        let firstComponents = Components(firstRecord)
        let secondComponents = Components(secondRecord)
        guard firstComponents == secondComponents else {
            fatalError("\(law): \(firstComponents), \(secondComponents)")
        }
    }
}

/// The outcome of parsing.
private enum Reading: Equatable {
    case url
    case failure(URLParsingError)

    init(_ parse: () throws(URLParsingError) -> Void) {
        do {
            try parse()
            self = .url
        } catch {
            self = .failure(error)
        }
    }
}
