import PolicyAnalysis
import RuleIndex
import TestSupport
import Testing

/// The cost of an audit at a size and at four times the size. The test fails if half of the cost is quadratic.
@Suite("An audit takes time proportional to its policy") struct AuditGrowthTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var size: Int
        var document: @Sendable (Int) -> TightDocument

        init(_ name: String, _ size: Int, _ document: @escaping @Sendable (Int) -> TightDocument) {
            (testDescription, self.size, self.document) = (name, size, document)
        }
    }

    static let shapes: [Shape] = [
        Shape("exempted protocols", 100) { count in
            let protocols = (0..<count).map { "{name: a\($0), value: s\($0)}" }
            return TightDocument().setting("exemptedAppProtocols", "[\(protocols.joined(separator: ", "))]")
        },
        Shape("apps", 250) { count in
            TightDocument().with { document in
                document.apps = (0..<count).map { number in
                    let links = "schemes: [s\(number)], universalLinks: ['https://u\(number).com/*']"
                    return "{id: com.a\(number), managed: \(number % 2 == 0), \(links)}"
                }
            }
        },
        Shape("hosts of an organization, with a rule for each", 250) { count in
            TightDocument().with { document in
                let hosts = (0..<count).map { "h\($0).com" }
                document.app += "\norganizations: {contoso: {hosts: [\(hosts.joined(separator: ", "))]}}"
                document.rules = (0..<count).map { "{id: a\($0), class: internal, host: h\($0).com}" }
            }
        },
    ]

    @Test("An audit takes proportional time", arguments: shapes)
    func audit(shape: Shape) throws {
        let factor = try Growth.factor(from: shape.size, rounds: 2) { size in
            let policy = CompiledPolicy(try shape.document(size).document())
            return Growth.time { _ = PolicyAudit(policy, PolicyAudit.Options(findsFixes: false)) }
        }
        #expect(factor < Growth.linearLimit)
    }
}
