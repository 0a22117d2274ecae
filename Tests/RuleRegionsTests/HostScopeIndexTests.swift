import TestSupport
import Testing
import URLMatching

@testable import RuleRegions

@Suite("Finding scopes by host") struct HostScopeIndexTests {
    private static let blocks = [
        "0.0.0.0/0", "10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.1.2.3", "11.0.0.0/8", "::/0", "::/127", "::1",
    ]

    /// Few labels, so that names meet; addresses, alone and in blocks; names with an empty label; and every host.
    private static func scope(_ random: inout SplitMix) throws -> HostScope {
        switch random.number(in: 0...9) {
        case 0: return .any
        case 1: return .network(try AddressMatcher(random.one(of: blocks)))
        case 2:
            return .name(Array(random.one(of: ["10.1.2.3", "11.1.2.3", "[::1]", "", ".", "a.", ".a"]).utf8), .exact)
        default:
            let labels = random.some(1...4) { $0.one(of: ["a", "b", "example"]) }
            return .name(Array(labels.joined(separator: ".").utf8), random.one(of: [.exact, .domain, .subdomains]))
        }
    }

    @Test("The same scopes are found as by trying each of them", arguments: 1...20)
    func sameAsTrying(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let scopes = try random.some(0...80) { try Self.scope(&$0) }
        let index = HostScopeIndex(scopes)
        let set = HostSet(scopes)
        for _ in 0..<100 {
            let asked = try Self.scope(&random)
            #expect(set.meets(asked) == scopes.contains { $0.intersection(asked) != nil }, "\(asked)")
            #expect(set.contains(asked) == scopes.contains { $0.contains(asked) }, "\(asked)")
            let meeting = index.positions(meeting: asked)
            #expect(meeting == meeting.sorted() && Set(meeting).count == meeting.count)
            #expect(
                meeting.filter { scopes[$0].intersection(asked) != nil }
                    == scopes.indices.filter { scopes[$0].intersection(asked) != nil },
                "\(asked)"
            )
            guard case .name(let host, _) = asked else { continue }
            #expect(
                index.positions(containing: host).filter { scopes[$0].contains(.name(host, .exact)) }
                    == scopes.indices.filter { scopes[$0].contains(.name(host, .exact)) },
                "\(asked)"
            )
        }
    }

    @Test("Of many names, only those above and below a host are found")
    func fewOfMany() {
        let names = (0..<1_000).map { HostScope.name(Array("name\($0).example".utf8), .domain) }
        let index = HostScopeIndex(names)
        #expect(index.positions(meeting: names[7]) == [7])
        #expect(index.positions(containing: Array("a.name8.example".utf8)) == [8])
        #expect(index.positions(meeting: .name(Array("example".utf8), .exact)).count == 1_000)
        #expect(index.positions(containing: Array("other.example".utf8)).isEmpty)
    }

    @Test("Of many blocks of addresses, only those around and within a block or an address are found")
    func fewBlocksOfMany() throws {
        let blocks = try (0..<1_000).map { number in
            HostScope.network(try AddressMatcher("10.\(number / 250).\(number % 250).0/24"))
        }
        let index = HostScopeIndex(blocks)
        #expect(index.positions(meeting: blocks[7]) == [7])
        #expect(index.positions(containing: Array("10.1.8.9".utf8)) == [258])
        #expect(index.positions(meeting: .network(try AddressMatcher("10.1.8.128/25"))) == [258])
        #expect(index.positions(meeting: .network(try AddressMatcher("10.0.0.0/15"))) == Array(0..<500))
        #expect(index.positions(containing: Array("11.1.8.9".utf8)).isEmpty)
    }
}
