import ByteText
import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching

@_spi(Fuzzing) @testable import RuleIndex

/// Files that an attacker made with our own tools: the checksum is correct, and the content is arbitrary.
@Suite("Deliberately altered compiled files") struct CompiledMutationTests {
    private static let parts: [CompiledFileParts] = {
        let documents = [try? FilledDocument.make(), (try? hostileRuleSet()).map { document($0) }]
        return documents.compactMap { $0 }.map { CompiledFileParts(CompiledPolicy($0)) }
    }()

    @Test("Taking a file apart and joining it gives the original")
    func identity() throws {
        for original in try [FilledDocument.make(), document(Self.hostileRuleSet())] {
            let policy = CompiledPolicy(original)
            #expect(try CompiledFileParts(policy).file() == compiledBytes(policy))
        }
    }

    /// Files for each seed.
    private static let mutants = TestSize.count(50, exhaustive: 5_000)

    @Test("An altered file is refused or decides, and its lists are proportional to its size", arguments: 1...4)
    func mutants(seed: UInt64) throws {
        #expect(Self.parts.count == 2)
        var random = SplitMix(seed: seed)
        var (opened, refused) = (0, 0)
        for round in 0..<Self.mutants {
            let changes = (0..<random.number(in: 4...(round % 4 == 0 ? 64 : 16))).map { _ in
                UInt8(random.number(in: 0...255))
            }
            var mutation = CompiledMutation(changes)
            guard let file = try? mutation.file(of: Self.parts[round % 2]) else { continue }
            do throws(CompiledFileError) {
                let policy = try CompiledPolicy(opening: SharedBytes(copying: file))
                CompiledFileDamageTests.use(policy)
                #expect(Self.listBytes(of: policy) <= 4 * ListAllowance.factor * file.count, "\(changes)")
                opened += 1
            } catch {
                #expect(error.code == .malformed || error.code == .tooLarge, "\(error) \(changes)")
                refused += 1
            }
        }
        // Both must have happened often, or the test proves little.
        #expect(opened > Self.mutants / 10 && refused > Self.mutants / 10)
    }

    @Test("Overlapping names of a list are refused, however the list is used", arguments: [true, false])
    func overlaps(isException: Bool) throws {
        let lines = (0..<2_000).map { "a\($0).example\n" }.joined()
        let list = Condition(
            key: .list,
            alternatives: [.list(try EntryList.read(lines.utf8.span, format: .domains).list)],
            paths: ["list.txt"]
        )
        let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
        let long = String(repeating: "a.", count: 30_000) + "example"
        let domain = Condition(
            key: .domain,
            alternatives: [.domain(DomainMatcher(canonical: "example")), .domain(DomainMatcher(canonical: long))]
        )
        let one = Rule(id: "one", urlClass: .internal, conditions: [list], location: place)
        let other = Rule(
            id: "other",
            urlClass: .blocked,
            conditions: isException ? [domain] : [domain, list],
            exceptions: isException ? [list] : [],
            location: place
        )
        let ruleSet = RuleSet(name: "r", defaultClass: .external, defaultLocation: place, rules: [one, other])
        let original = CompiledFileParts(CompiledPolicy(document(ruleSet)))
        let size = try original.file().count
        // The section with the places of names is changed to point into the long name, where letters are read as
        // lengths, and each number that may be the length of the longest name is changed to that length.
        let table = original.sections[0].bytes
        let start = try #require(table.indices.first { table[$0...].starts(with: "a.a.a.a.a.a.".utf8) })
        var refused = 0
        for section in original.sections.indices where original.sections[section].bytes.count == 8_000 {
            for value in original.values.indices where original.values[value] == .number("a1999.example".utf8.count) {
                var changed = original
                changed.values[value] = .number(long.utf8.count)
                for word in 0..<2_000 {
                    for position in 0..<4 {
                        changed.sections[section].bytes[word * 4 + position] =
                            UInt8(truncatingIfNeeded: (start + word) >> (8 * position))
                    }
                }
                do throws(CompiledFileError) {
                    let policy = try CompiledPolicy(opening: SharedBytes(copying: changed.file()))
                    #expect(Self.listBytes(of: policy) <= 4 * ListAllowance.factor * size)
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 0)
    }

    @Test("Lists have no more names than bytes")
    func allowance() {
        var allowance = ListAllowance(hosts: 1_000, urls: 0)
        func places(_ count: Int, _ longest: Int, _ format: ListFormat) -> Bool {
            allowance.chargePlaces(count: count, longest: longest, of: format)
        }
        func spelledOut(_ bytes: Int, _ count: Int) -> Bool {
            allowance.chargeDecoded(bytes: bytes, count: count)
        }
        #expect(!places(1_000, 17, .domains))
        #expect(!places(.max, .max, .domains))
        #expect(!places(-1, 1, .domains))
        #expect(!places(1, -1, .domains))
        #expect(!places(1, 1, .urls))
        #expect(places(500, 16, .domains))
        #expect(places(500, 16, .hosts))
        #expect(!places(1, 0, .adblockDomains))
        allowance.enter(hosts: 1, urls: .max)
        #expect(places(16, 1, .domains))
        #expect(places(ListAllowance.byteLimit, 1, .urls))
        #expect(!places(1, 1, .urls))
        #expect(spelledOut(1, ListAllowance.byteLimit))
        #expect(!spelledOut(1, 0))
    }

    /// The total size of the entries of all lists that may need their own index.
    private static func listBytes(of policy: CompiledPolicy) -> Int {
        var sum = 0
        for rule in policy.document.ruleSets.flatMap(\.rules) {
            for case .list(let list) in (rule.conditions + rule.exceptions).flatMap(\.alternatives) {
                for index in 0..<list.count { sum += list.entry(at: index).count }
            }
        }
        return sum
    }

    /// Lists of every format: as the condition that finds their rule, under `unless`, and next to another condition,
    /// each long enough for its own index.
    private static func hostileRuleSet() throws -> RuleSet {
        var ruleSet = try manifoldRuleSet()
        let lines: [ListFormat: (Int) -> String] = [
            .domains: { "d\($0).example\n" }, .hosts: { "0.0.0.0 h\($0).example\n" },
            .adblockDomains: { "||a\($0).example^\n" }, .edge: { "https://e\($0).example/*\n" },
            .chrome: { "c\($0).example/a?b=c\n" }, .urls: { "https://u\($0).example/a\n" },
        ]
        for format in ListFormat.allCases {
            let text = (0..<12).map { lines[format]?($0) ?? "" }.joined()
            let list = Condition(
                key: .list,
                alternatives: [.list(try EntryList.read(text.utf8.span, format: format).list)],
                paths: ["\(format.rawValue).txt"]
            )
            let host = Condition(key: .host, alternatives: [try Matcher(key: .host, text: "h1.example")])
            let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
            ruleSet.rules += [
                Rule(id: "\(format)-1", urlClass: .blocked, conditions: [list], location: place),
                Rule(id: "\(format)-2", urlClass: .internal, conditions: [host], exceptions: [list], location: place),
                Rule(id: "\(format)-3", urlClass: .external, conditions: [host, list], location: place),
            ]
        }
        return ruleSet
    }
}
