/// One shape of input, with a variable size.
struct GrowthCase {
    /// The reader of the input; the table has one row per shape.
    let reader: String
    /// What is unusual about the input.
    let shape: String
    /// How often the repeated element of the shape occurs.
    let size: Int
    /// Commands of `demarc`, each run in the folder of the files; the last one is measured.
    let commands: [[String]]
    /// The files for a size, by name.
    let files: (Int) -> [String: String]
    /// The file whose size is reported.
    let input: String

    init(
        _ reader: String,
        _ shape: String,
        _ size: Int,
        _ commands: [String]...,
        input: String = "policy.yaml",
        files: @escaping (Int) -> [String: String]
    ) {
        self.reader = reader
        self.shape = shape
        self.size = size
        self.commands = commands
        self.files = files
        self.input = input
    }

    /// All cases, in the order of the table.
    static var all: [GrowthCase] { urls + matchers + lists + yaml + graph + propertyLists + predicates + scenarios }

    /// A document made from a text, compiled and linted.
    static func document(
        _ reader: String,
        _ shape: String,
        _ size: Int,
        _ files: @escaping (Int) -> [String: String]
    ) -> [GrowthCase] {
        [
            GrowthCase("\(reader)", shape, size, compile, files: files),
            GrowthCase("\(reader), lint", shape, size, lint("policy.yaml"), files: files),
        ]
    }

    static let compile = ["compile", "policy.yaml", "-o", "policy.demarc"]

    static func lint(_ file: String...) -> [String] { ["lint"] + file }

    /// The texts for the numbers below a count, joined.
    static func each(_ count: Int, _ text: (Int) -> String) -> String {
        var result = ""
        for number in 0..<count { result += text(number) }
        return result
    }

    /// A document with one rule set of the given rules, each of which begins with its `-`.
    static func rules(_ rules: String) -> [String: String] {
        ["policy.yaml": "demarc: 1\nruleSets:\n  r:\n    default: external\n    rules:\n\(rules)"]
    }

    /// A document with one rule that has the given matcher, in flow or block style.
    static func rule(_ matcher: String) -> [String: String] { rules("      - {id: a, class: internal, \(matcher)}\n") }
}
