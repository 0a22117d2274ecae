import TestSupport
import Testing

@testable import URLStandard

/// Laws that must hold for every input, checked with inputs from a seeded generator.
@Suite("Laws of reading twice") struct AmbiguityLawTests {
    private static let bases: [String?] = [
        nil, nil, nil, "http://example.org/foo/bar?q#f", "https://u:p@h:8080/a/b/", "file://host/x", "file:///C:/a/b",
        "foo:/.//p/q", "foo://h", "mailto:a@b",
    ]

    private static let rounds = TestSize.count(6_000, thorough: 20_000, exhaustive: 20_000)

    private func forEachReading(
        seed: UInt64,
        _ body: (_ input: [UInt8], _ base: String?, _ reading: DoubleReading, _ note: Comment) throws -> Void
    ) throws {
        var factory = URLFactory(seed: seed)
        var count = 0
        for round in 0..<Self.rounds {
            let input = factory.next()
            let base = Self.bases[round % Self.bases.count]
            guard let reading = try? DoubleReading(input, base: base) else { continue }
            count += 1
            let text = String(decoding: input, as: UTF8.self)
            try body(input, base, reading, "\(text.debugDescription) \(input), base \(base ?? "none")")
        }
        #expect(count > Self.rounds / 4)
    }

    @Test("Ranges are inside the input, not empty, and ascending")
    func ranges() throws {
        try forEachReading(seed: 11) { input, _, reading, note in
            for ambiguity in reading.found {
                #expect(!ambiguity.range.isEmpty, note)
                #expect(ambiguity.range.lowerBound >= 0 && ambiguity.range.upperBound <= input.count, note)
            }
            let starts = reading.found.map(\.range.lowerBound)
            #expect(starts == starts.sorted(), note)
            #expect(Set(reading.found).count == reading.found.count, note)
        }
    }

    @Test("If two readings disagree, an ambiguity explains it")
    func explained() throws {
        var disagreements = 0
        try forEachReading(seed: 12) { _, _, reading, note in
            guard reading.disagrees else { return }
            disagreements += 1
            #expect(!reading.found.isEmpty, note)
        }
        #expect(disagreements > Self.rounds / 20)
    }

    @Test("An implementation with a regular expression gives the same answer")
    func oracle() throws {
        var answers: Set<Bool> = []
        try forEachReading(seed: 13) { input, base, reading, note in
            guard let text = String(validating: input, as: UTF8.self) else { return }
            let canonicalBase = base.flatMap { URLRecord($0)?.hrefString }
            let expected = !RFC3986Oracle(text, base: canonicalBase).agrees(withCanonical: reading.href)
            #expect(reading.disagrees == expected, note)
            answers.insert(expected)
        }
        #expect(answers == [true, false])
    }

    @Test("Other software reads the canonical form like the URL Standard, unless the host contains a delimiter")
    func canonicalForm() throws {
        var found: Set<Bool> = []
        try forEachReading(seed: 14) { _, _, reading, note in
            let again = try DoubleReading(Array(reading.href.utf8))
            let hasDelimiter = again.found.contains { $0.code == .hostDelimiter }
            #expect(again.disagrees == hasDelimiter, note)
            found.insert(hasDelimiter)
        }
        #expect(found == [true, false])
    }

    @Test("A record of another input gives a useless answer, not a crash")
    func mismatch() throws {
        var factory = URLFactory(seed: 16)
        var url = try URLRecord(parsing: "https://example.org".utf8.span)
        var found = 0
        for _ in 0..<20_000 {
            let input = factory.next()
            for ambiguity in url.ambiguities(in: input.span) {
                #expect(ambiguity.range.upperBound <= input.count, "\(input)")
                found += 1
            }
            _ = url.disagreesOnAuthority(with: input.span)
            var next = URLRecord()
            guard (try? next.parse(input.span)) != nil else { continue }
            url = next
        }
        #expect(found > 1_000)
    }

    @Test("The fast path accepts no input that the full reading would flag")
    func fastPath() throws {
        var random = SplitMix(seed: 19)
        var accepted = 0
        try forEachReading(seed: 19) { input, _, reading, note in
            // The fast path accepts only ordinary URLs: so also the canonical form, and that with another byte.
            let canonical = Array(reading.href.utf8)
            var changed = canonical
            changed[random.number(in: 0...changed.count - 1)] = random.one(of: Array("@:/\\?#%.;[] a0-_\t\u{7F}".utf8))
            for text in [input, canonical, changed] {
                var url = URLRecord()
                guard FastParser.parse(text.span, into: &url) else { continue }
                accepted += 1
                url.layout.isPlain = false
                let disagrees = url.disagreesOnAuthority(with: text.span)
                #expect(!disagrees, "\(note), as \(String(decoding: text, as: UTF8.self).debugDescription)")
            }
        }
        #expect(accepted > Self.rounds / 20)
    }
}
