import PolicyModel
import TestSupport
import Testing
import URLStandard

@testable import RuleIndex
@testable import URLMatching

@Suite("Looking up literals") struct LiteralTableTests {
    private func table(_ literals: [[String]]) throws -> LiteralTable {
        var builder = LiteralTable.Builder()
        for (rank, texts) in literals.enumerated() {
            let required = try #require(RequiredLiterals(oneOf: texts.map { Array($0.utf8) }), "\(texts)")
            builder.insert(
                required,
                Posting(rank: UInt32(rank), entry: 0, value: 1, isComplete: false, coversSubdomains: false)
            )
        }
        return builder.build()
    }

    private func found(_ table: LiteralTable, _ url: String, below rank: UInt32 = .max) -> [UInt32] {
        var scratch = MatcherScratch()
        search(table, url, below: rank, &scratch)
        return scratch.reached.members.map { table.postings[Int($0)].rank }.sorted()
    }

    /// Searches a URL in both ways, if both are possible; the results must be equal.
    private func search(
        _ table: LiteralTable,
        _ url: String,
        hostStart: Int = 0,
        below rank: UInt32 = .max,
        _ scratch: inout MatcherScratch
    ) {
        let url = Array(url.utf8)
        scratch.regex.renew()
        scratch.reached.removeAll()
        let outcome = table.search(slowly: url.span, below: rank, &scratch)
        let members = scratch.reached.members.sorted()
        #expect(outcome == MatchOutcome(!members.isEmpty))
        guard table.isQuick(over: url.span) else { return }
        scratch.reached.removeAll()
        let quickOutcome = table.search(url.span, hostStart: hostStart) { window, position in
            table.note(window, in: table.long, of: url.span, at: position, below: rank, &scratch)
        }
        let quickMembers = scratch.reached.members.sorted()
        #expect(quickOutcome == outcome)
        #expect(quickMembers == members)
    }

    @Test("A literal is found once, at every position of texts of every length")
    func places() throws {
        for literal in ["qjx", "qjxz", "qjxz7", "qjxz7_", "qjxz7_4", "qjxz7_4k", "qjxz7_4kqjxz7_4kqjxz7_4kqjxz7_4k"] {
            let table = try table([[literal]])
            for before in 0...20 {
                for after in 0...20 {
                    let (left, right) = (String(repeating: "e", count: before), String(repeating: "t", count: after))
                    #expect(found(table, left + literal + right) == [0], "\(before) \(literal) \(after)")
                    #expect(found(table, left + literal.uppercased() + right + literal) == [0])
                    #expect(found(table, left + literal.dropLast() + right) == [])
                    #expect(found(table, left + literal.dropFirst() + right) == [])
                }
            }
        }
    }

    @Test("A literal that starts in the scheme is found, and so is a scheme")
    func schemes() throws {
        for literal in ["https://contoso", "http://", "ps://c", "://contoso.", "contoso"] {
            let table = try table([[literal]])
            for url in ["http://contoso.com/", "https://contoso.com/", "ws://contoso.com/", "http://x/"] {
                var scratch = MatcherScratch()
                let hostStart = url.hasPrefix("https") ? 8 : url.hasPrefix("http") ? 7 : 0
                search(table, url, hostStart: hostStart, &scratch)
                let isFound = !scratch.reached.members.isEmpty
                #expect(isFound == contains(url, literal), "\(literal) in \(url)")
            }
        }
    }

    @Test("Windows are as long as those used to choose literals")
    func width() { #expect(LiteralTable.windowWidth == LiteralWindow.width) }

    @Test("Only rules stronger than the known one are found")
    func ranks() throws {
        let table = try table([["first"], ["second"], ["first", "third"]])
        #expect(found(table, "/third/second/first") == [0, 1, 2])
        #expect(found(table, "/third/second/first", below: 2) == [0, 1])
        #expect(found(table, "/third/second/first", below: 0) == [])
        #expect(found(table, "") == [])
    }

    @Test("Equal and overlapping literals are all found, however many there are")
    func crowded() throws {
        let table = try table((0..<300).map { _ in ["/same/"] } + (0..<300).map { ["/same/\($0)/"] })
        #expect(found(table, "https://a/same/") == Array(0..<300))
        #expect(found(table, "https://a/same/299/") == Array(0..<300) + [599])
    }

    @Test("A scratch set used with one table works with another", arguments: [1, 2, 3])
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatcherScratch()
        var hits = 0
        for size in [1, 3, 70, 2_000, 5, 300] {
            let texts = (0..<size).map { _ in
                (0..<random.number(in: 1...3)).map { _ in
                    String((0..<random.number(in: 3...9)).map { _ in random.one(of: Array("aXz")) })
                }
            }
            let table = try table(texts)
            let literals = texts.map { $0.map { Array($0.lowercased().utf8) } }
            for _ in 0..<TestSize.count(10, exhaustive: 2_000) {
                let url = String((0..<random.number(in: 0...40)).map { _ in random.one(of: Array("aXz/")) })
                search(table, url, &scratch)
                let bytes = Array(url.lowercased().utf8)
                let expected = literals.indices.filter { rule in literals[rule].contains { contains(bytes, $0) } }
                let ranks = scratch.reached.members.map { Int(table.postings[Int($0)].rank) }.sorted()
                // The table treats `/` and the byte that differs from it only in the case bit as equal; that byte does
                // not occur here.
                #expect(ranks == expected, "\(url)")
                hits += ranks.count
            }
        }
        #expect(hits > TestSize.count(50, exhaustive: 10_000))
    }

    /// Rules for which a URL of `a` and `b` contains windows at every position, each shared by many rules, but never a
    /// whole literal.
    private func crowdedRules(_ key: MatcherKey) throws -> CompiledRuleSet {
        var random = SplitMix(seed: 7)
        let rules = try (0..<400).map { number in
            let letters = (0..<31).map { $0 == 15 ? "c" : random.one(of: ["a", "b"]) }.joined()
            return try rule(
                "\(number)",
                number == 399 ? .blocked : .external,
                [
                    key: key == .regex ? letters : "*://*/*\(letters)*"
                ]
            )
        }
        return compiled(rules)
    }

    @Test(
        "The search for literals is bounded, and rules not searched may match",
        arguments: [
            (512, false), (60 << 10, true), (1 << 20 - 16, true),
        ],
        [MatcherKey.regex, .pattern]
    )
    func bound(url: (length: Int, isCutShort: Bool), key: MatcherKey) throws {
        let rules = try crowdedRules(key)
        for start in ["https://x/", "x-app://x/"] {
            var random = SplitMix(seed: 8)
            let letters = (0..<500).map { _ in random.one(of: ["a", "b"]) }.joined()
            let text = start + String(repeating: letters, count: 1 + url.length / 500).prefix(url.length)
            var subject = MatchSubject()
            try subject.url.parse(text.utf8.span)
            for _ in 0..<2 {
                let match = rules.match(&subject, parsedFrom: text.utf8.span)
                let (work, isUsedUp) = (subject.scratch.regexWork, subject.scratch.matchers.regex.isUsedUp)
                #expect(match.urlClass == (url.isCutShort ? .blocked : .internal), "\(start)")
                #expect(work > 0 && work <= RegexLimits.lookUpWork)
                #expect(isUsedUp == url.isCutShort)
            }
        }
    }

    private func contains(_ text: String, _ part: String) -> Bool { contains(Array(text.utf8), Array(part.utf8)) }

    private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        for start in text.indices where text[start] == first && text[start...].starts(with: part) { return true }
        return false
    }
}
