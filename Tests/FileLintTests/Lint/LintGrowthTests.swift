import FileLint
import TestSupport
import Testing

/// The cost of lint at a size and at four times the size. The test fails if half of the cost is quadratic.
@Suite("Lint takes time proportional to its input") struct LintGrowthTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var size: Int
        var rules: @Sendable (Int) -> String

        init(_ name: String, _ size: Int, _ rules: @escaping @Sendable (Int) -> String) {
            (testDescription, self.size, self.rules) = (name, size, rules)
        }

        /// Rules that differ in one key.
        init(_ key: String, _ size: Int, value: @escaping @Sendable (Int) -> String) {
            self.init(key, size) { count in
                LintGrowthTests.each(count) { "{id: a\($0), class: internal, \(key): '\(value($0))'}" }
            }
        }
    }

    fileprivate static func each(_ count: Int, _ rule: (Int) -> String) -> String {
        var text = ""
        for number in 0..<count { text += "      - \(rule(number))\n" }
        return text
    }

    static let shapes: [Shape] = [
        Shape("scheme", 400) { "a\($0)" },
        Shape("host", 400) { "a\($0).example" },
        Shape("url", 400) { "https://a\($0).example/b" },
        Shape("edge", 400) { "https://a\($0).example/*" },
        Shape("chrome", 400) { "a\($0).example/b" },
        Shape("pattern", 150) { "https://a\($0).example/:b" },
        Shape("address", 400) { "10.1.\($0 / 256).\($0 % 256)" },
        Shape("one host in many rules", 400) { count in each(count) { "{id: a\($0), class: internal, host: a.example}" }
        },
        Shape("one host of both classes", 1_000) { count in
            each(count) { "{id: a\($0), class: \($0 % 2 == 0 ? "internal" : "blocked"), host: a.example}" }
        },
        Shape("look-alikes", 400) { count in
            each(count) { "{id: a\($0), class: internal, domain: c\($0 % 2 == 0 ? "o" : "0")ntoso\($0 / 2).example}" }
        },
        Shape("domains in domains", 200) { count in
            each(count) { number in
                let labels = (0..<number % 40).map { "a\($0)." }.joined()
                return "{id: a\(number), class: internal, domain: \(labels)example}"
            }
        },
    ]

    @Test("Rules take proportional time", arguments: TestSize.rows(shapes))
    func rules(shape: Shape) {
        let factor = Growth.factor(from: shape.size, rounds: 2) { size in
            let text = "demarc: 1\nruleSets:\n  r:\n    default: external\n    rules:\n" + shape.rules(size)
            return Growth.time { _ = Linting.lint(["policy.yaml": text]) }
        }
        #expect(factor < Growth.linearLimit)
    }
}
