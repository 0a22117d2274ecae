import ByteText
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

@Suite("A compiled file decides like its source") struct CompiledRoundTripTests {
    /// Rule sets for each seed.
    private static let ruleSets = TestSize.count(6, thorough: 60, exhaustive: 500)

    @Test("Random rules and URLs have the same class, rule, entry and matches", arguments: [11, 12, 13])
    func laws(seed: UInt64) throws {
        var generator = RandomRules(seed: seed)
        var byEntry = 0
        for _ in 0..<Self.ruleSets {
            let rules = try generator.ruleSet(upTo: generator.random.once(in: 10) ? 100 : 12)
            let original = CompiledPolicy(document(rules))
            let opened = try CompiledPolicy(opening: original.compiledFile())
            #expect(opened.document == original.document)
            byEntry += try compare(original, opened, (0..<100).map { _ in generator.url() })
        }
        // Lists must have decided, or the law proves little.
        #expect(byEntry > Self.ruleSets / 2)
    }

    @Test("Every kind of matcher and every list format reads back")
    func manifold() throws {
        let document = document(
            try manifoldRuleSet(),
            RuleSet(
                name: "empty",
                defaultClass: .internal,
                defaultLocation: .unread,
                rules: []
            )
        )
        let original = CompiledPolicy(document)
        let opened = try CompiledPolicy(opening: original.compiledFile())
        #expect(opened.document == document)
        #expect(try compare(original, opened, Self.urls) > 2)
        // An opened policy can be compiled again, and gives the same bytes: nothing is lost.
        #expect(try compiledBytes(opened) == compiledBytes(original))
        #expect(try compare(original, CompiledPolicy(opened.document), Self.urls) > 2)
    }

    @Test("Equal policies give equal bytes")
    func deterministic() throws {
        #expect(
            try compiledBytes(CompiledPolicy(document(manifoldRuleSet())))
                == compiledBytes(CompiledPolicy(document(manifoldRuleSet())))
        )
    }

    @Test("Names of an indexed list are stored once, and those of other lists separately")
    func sections() throws {
        var writer = CompiledWriter(CompiledPolicy(document(try manifoldRuleSet())).ruleSets)
        document(try manifoldRuleSet()).write(to: &writer)
        let kinds = writer.sections.map(\.kind)
        let count = { (kind: CompiledSection.Kind) in kinds.filter { $0 == kind }.count }
        // Four formats are in tables; entries of the managed browser, and the lists next to a domain and under
        // `unless`, have names that no table contains.
        #expect(count(.places) == 4)
        #expect(count(.names) == 3)
        #expect(count(.lines) == 7)
    }

    @Test("Entries are read from the file without copying")
    func inPlace() throws {
        let file = try CompiledPolicy(document(try manifoldRuleSet())).compiledFile()
        let opened = try CompiledPolicy(opening: file)
        #expect(opened.ruleSets[0].hosts.bytes.owner === file)
        #expect(opened.ruleSets[0].urls.bytes.owner === file)
    }

    static let urls = [
        "https://contoso.com/a?b", "https://contoso.com/a?b#c", "x:y", "https://www.contoso.com/", "https://10.0.0.1/",
        "https://[::1]/", "https://bücher.example/", "https://a.bücher.example/", "ftp://a/", "contoso-app:x",
        "https://contoso.com/docs/x", "https://a.fabrikam.com/a?q=1#f", "https://x.contoso.com/teams/a",
        "http://10.1.2.3/", "http://[fd00::1]/", "https://a.example/?download=1", "https://evil.example/",
        "https://a.evil.example/a", "https://evil.example/a", "https://evil.example/a?d=1", "https://worse.example/",
        "https://www.worse.example/", "https://ads.example/", "https://x.ads.example/", "https://tracker.example/",
        "https://other.example/", "data:,x", "file:///a", "https://192.168.1.7/", "https://nothing.example/",
    ]

    /// Compares two policies, and returns how many answers are explained by an entry of a list.
    private func compare(_ original: CompiledPolicy, _ opened: CompiledPolicy, _ urls: [String]) throws -> Int {
        var byEntry = 0
        var subject = MatchSubject()
        for (one, other) in zip(original.ruleSets, opened.ruleSets) {
            for text in urls {
                do { try subject.url.parse(text.utf8.span) } catch { continue }
                let match = one.match(&subject, parsedFrom: text.utf8.span)
                let again = other.match(&subject, parsedFrom: text.utf8.span)
                #expect(again == match, "\(text)")
                let linear = one.matchLinearly(subject.url, scratch: &subject.scratch)
                let linearAgain = other.matchLinearly(subject.url, scratch: &subject.scratch)
                #expect(linearAgain == linear, "\(text)")
                let ranks = one.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch)
                let ranksAgain = other.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch)
                #expect(ranksAgain == ranks, "\(text)")
                if match.rank != RuleMatch.noRank {
                    let reference = one.reference(rank: match.rank, entry: match.entry)
                    #expect(other.reference(rank: match.rank, entry: match.entry) == reference, "\(text)")
                }
                if match.entry > 0 { byEntry += 1 }
            }
        }
        return byEntry
    }
}
