import Demarc
import Foundation
import PolicyFiles
import RequestReading
import TestSupport
import Testing
import URLStandard

/// The questions of real proxies for each attack of `Tests/Hosts/attacks.json`, decided again without them.
@Suite("Replayed questions of real proxies") struct ObservationTests {
    /// A case of the table, with only the members needed here.
    private struct Case: Decodable {
        var name: String
        var expected: [String: String]
    }

    private static func expected(_ proxy: ObservedProxy) throws -> [String: String] {
        let table = try JSONDecoder().decode([Case].self, from: Data(Repository.text("Tests/Hosts/attacks.json").utf8))
        #expect(table.count > 95, "the table was not read")
        return table.reduce(into: [:]) { $0[$1.name] = $1.expected[proxy.rawValue] }
    }

    private static func decisions(_ proxy: ObservedProxy, _ observation: Observation) throws -> [RequestDecision] {
        let folder = proxy == .envoy ? "envoy" : proxy.rawValue
        let path = Repository.path("Examples/\(folder)/policy.yaml")
        let document = try #require(PolicyDocumentReader(files: DiskFiles()).load(path: path).document)
        let engine = PolicyEngine(document)
        var evaluator = engine.makeEvaluator()
        var reader = RequestReader(proxy.binding)
        return try observation.asked.map { reader.decide(try proxy.request($0), with: &evaluator) }
    }

    @Test("Each question has the decision it had behind the proxy", arguments: ObservedProxy.allCases)
    func decided(proxy: ObservedProxy) throws {
        let expected = try Self.expected(proxy)
        let observations = try Observation.all(proxy)
        #expect(observations.count > 85)
        for observation in observations {
            let outcome = try #require(expected[observation.case], "\(observation.case) is not in the table")
            let decided = try Self.decisions(proxy, observation).map { decision in
                decision.verdict == .allow
                    ? "allow \(decision.url ?? "")" : "\(decision.verdict.rawValue) \(decision.codes.first ?? "")"
            }
            // If the first request had been blocked, the second request of a tunnel or pipeline would not have been
            // sent.
            let prefix = outcome.split(separator: ", ").map(String.init).filter { !["refuse", "answer"].contains($0) }
            guard !Self.isElsewhere(prefix) else { continue }
            let replayed = decided.prefix(prefix.count).map { $0.replacing(":8081", with: ":{site}") }
            // A connection that was closed early has only the first of its requests.
            #expect(
                replayed == Array(prefix.prefix(max(1, replayed.count))) || prefix.isEmpty,
                "\(proxy) \(observation.case)"
            )
        }
    }

    /// Whether a case is decided before a request is read: limits belong to the server.
    private static func isElsewhere(_ outcome: [String]) -> Bool {
        let limits = ["block request.headTooLarge", "block request.targetTooLong"]
        return outcome.contains(where: limits.contains)
    }

    /// The law of every adapter: the request that arrives, read again, is the one that was decided.
    @Test("Only the decided request is allowed", arguments: ObservedProxy.allCases)
    func law(proxy: ObservedProxy) throws {
        var compared = 0
        for observation in try Observation.all(proxy) {
            let decisions = try Self.decisions(proxy, observation)
            // The content of a tunnel is the client's own; it is decided before the tunnel opens.
            guard !observation.case.hasPrefix("connect") || !["squid", "icap"].contains(proxy.rawValue) else {
                continue
            }
            for (decision, received) in zip(decisions, observation.received) where decision.verdict == .allow {
                let url = try #require(decision.url)
                #expect(Self.reread(received, as: url) == url, "\(proxy.rawValue) \(observation.case)")
                compared += 1
            }
        }
        #expect(compared > 10, "\(proxy.rawValue): too little was allowed to compare")
    }

    /// The URL of the request that arrived, with the decided scheme; nil if two servers could read it differently.
    private static func reread(_ received: String, as decided: String) -> String? {
        let head = Escapes.bytes(received)
        let lines = head.split(separator: UInt8(ascii: "\n")).map { $0.last == 13 ? Array($0.dropLast()) : Array($0) }
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let hosts = lines.dropFirst().map { String(decoding: $0, as: UTF8.self) }.filter {
            $0.lowercased().hasPrefix("host:")
        }
        guard parts.count == 3, hosts.count == 1 else { return nil }
        let host = hosts[0].dropFirst(5).drop { $0 == " " }
        // A raw byte is equivalent to its percent-encoded form.
        var target = parts[1].map {
            $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16, uppercase: true)
        }
        .joined()
        if let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") {
            target = String(target[scheme.upperBound...])
            guard target.lowercased().hasPrefix(host.lowercased()) else { return nil }
            target = String(target.dropFirst(host.count))
        }
        guard target.hasPrefix("/"), !target.contains("#"), let scheme = decided.split(separator: ":").first,
            let url = URLRecord("\(scheme)://\(host)\(target)")
        else { return nil }
        return url.hrefString
    }
}
