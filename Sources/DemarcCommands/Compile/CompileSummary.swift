import PolicyModel
import URLMatching

/// What was compiled, in one line.
struct CompileSummary {
    let text: String

    init(_ document: PolicyDocument, bytes: Int, nanoseconds: Int) {
        let rules = document.ruleSets.flatMap(\.rules)
        var entries = 0
        for matcher in rules.flatMap({ $0.conditions + $0.exceptions }).flatMap(\.alternatives) {
            if case .list(let list) = matcher { entries += list.count }
        }
        let parts = [
            Self.count(rules.count, "rule", "rules"), Self.count(entries, "list entry", "list entries"),
            Self.count(bytes, "byte", "bytes"),
        ]
        text = "compiled \(parts.joined(separator: ", ")) in \(nanoseconds / 1_000_000) ms\n"
    }

    private static func count(_ number: Int, _ one: String, _ several: String) -> String {
        "\(number) \(number == 1 ? one : several)"
    }
}
