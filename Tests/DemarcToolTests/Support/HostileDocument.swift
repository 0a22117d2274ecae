import Testing

/// A document that must not be used, and the expected error. Its text can be too long to be shown.
struct HostileDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let finding: String

    private init(_ description: String, _ text: String, _ finding: String) {
        testDescription = description
        self.text = text
        self.finding = finding
    }

    static let all = [
        HostileDocument("empty", "", "error[empty-document]"),
        HostileDocument("with a control character", "demarc: 1\nviews: [\u{1}]\n", "error[control-character]"),
        HostileDocument("with a misspelt key", "demarc: 1\nveiws: []\n", "help: did you mean `views`?"),
        HostileDocument(
            "of a hundred thousand nested lists",
            "demarc: 1\nviews: " + String(repeating: "[", count: 100_000),
            "error[nested-too-deeply]"
        ),
        HostileDocument(
            "of a hundred thousand nested mappings",
            "demarc: 1\nviews: " + String(repeating: "{b: ", count: 100_000),
            "error[nested-too-deeply]"
        ),
        HostileDocument("that grows by its aliases", aliasBomb, "error[too-many-"),
        HostileDocument(
            "that includes itself",
            "demarc: 1\nruleSets: {a: {default: external, include: [policy.yaml]}}\n",
            "error["
        ),
        HostileDocument(
            "that reaches out of its folder",
            "demarc: 1\nruleSets: {a: {default: external, include: [../../etc/passwd]}}\n",
            "error[outside-folder]"
        ),
        HostileDocument("that is a list", "- 1\n", "error["),
        HostileDocument("of a later version", "demarc: 2\n", "error[unsupported-version]"),
    ]

    /// Ten lists, each with ten copies of the list before.
    private static let aliasBomb =
        "demarc: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + (1..<10).map { level in
            "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
        }.joined()
}
