import Testing

@testable import URLStandard

/// Laws that must hold for every input, checked with inputs from a seeded generator.
@Suite("Laws of parsing") struct ParsingLawTests {
    private static let count = 20_000

    @Test("Parsing a serialized URL gives the same bytes and layout", arguments: [1, 2, 3] as [UInt64])
    func idempotence(seed: UInt64) throws {
        var factory = URLFactory(seed: seed)
        var accepted = 0
        for _ in 0..<Self.count {
            let input = factory.next()
            var url = URLRecord()
            guard (try? url.parse(input.span)) != nil else { continue }
            accepted += 1
            let again = try URLRecord(parsing: url.href)
            #expect(RecordSnapshot(again) == RecordSnapshot(url), Self.text(input))
            #expect(LayoutChecks.problems(of: url) == [], Self.text(input))
        }
        #expect(accepted > Self.count / 4)
    }

    @Test("The general parser gives the same result if the fast path accepts the input", arguments: [4, 5] as [UInt64])
    func fastPath(seed: UInt64) throws {
        var factory = URLFactory(seed: seed)
        var accepted = 0
        for _ in 0..<Self.count {
            var input = factory.next()
            if input.count % 3 > 0 { input = Array("https://example.com/".utf8) + input }
            var fast = URLRecord()
            guard FastParser.parse(input.span, into: &fast) else { continue }
            accepted += 1
            var general = URLRecord()
            try GeneralParser.parse(input.span, into: &general)
            #expect(RecordSnapshot(general) == RecordSnapshot(fast), Self.text(input))
        }
        #expect(accepted > Self.count / 10)
    }

    @Test("A reused record equals a new one, whatever it held before")
    func reuse() throws {
        var factory = URLFactory(seed: 6)
        var reused = URLRecord()
        for _ in 0..<Self.count {
            let input = factory.next()
            var fresh = URLRecord()
            let isParsed = (try? fresh.parse(input.span)) != nil
            let isParsedAgain = (try? reused.parse(input.span)) != nil
            #expect(isParsed == isParsedAgain, Self.text(input))
            #expect(RecordSnapshot(fresh) == RecordSnapshot(reused), Self.text(input))
            let isEmpty = fresh.isEmpty
            #expect(isParsed != isEmpty, "a failed parse leaves an empty record")
        }
    }

    @Test("A reference resolves to a valid record against every base, and an absolute URL to itself")
    func references() throws {
        let bases = [
            "http://example.org/foo/bar?q#f", "https://u:p@h:8080/a/b/", "file:///C:/a/b", "file://host/x",
            "foo:/.//p/q",
            "foo://h", "foo:opaque?q#f", "mailto:a@b",
        ]
        var factory = URLFactory(seed: 7)
        for text in bases {
            let base = try URLRecord(parsing: text.utf8.span)
            var accepted = 0
            for _ in 0..<2000 {
                let input = factory.next()
                var url = URLRecord()
                guard (try? url.parse(input.span, base: base)) != nil else { continue }
                accepted += 1
                #expect(LayoutChecks.problems(of: url) == [], "\(Self.text(input)) base \(text)")
                let again = try URLRecord(parsing: url.href, base: base)
                #expect(RecordSnapshot(again) == RecordSnapshot(url), "\(Self.text(input)) base \(text)")
            }
            #expect(accepted > 2000 / 4, "base \(text)")
        }
    }

    private static func text(_ input: [UInt8]) -> Comment {
        "\(String(decoding: input, as: UTF8.self).debugDescription) \(input)"
    }
}
