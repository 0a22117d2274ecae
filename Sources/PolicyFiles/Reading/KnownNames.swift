import Diagnostics

/// The names that something in a document can refer to, in the order of the document.
struct KnownNames {
    let ordered: [String]
    private let set: Set<String>

    init(_ ordered: [String]) {
        self.ordered = ordered
        set = Set(ordered)
    }

    func contains(_ name: String) -> Bool { set.contains(name) }
}

extension PolicyReading {
    /// A name that refers to something else in the document; reported where there is no such thing.
    func reference(_ node: YAMLNode, to what: String, among names: KnownNames) -> String? {
        guard let text = name(node) else { return nil }
        if names.contains(text) { return text }
        reportUnknown(text, called: what, at: node.place, among: names.ordered)
        return nil
    }

    /// Reports a name that nothing has.
    func reportUnknown(_ text: String, called what: String, at place: YAMLNode.Place, among names: [String]) {
        let nearest = suggestion(for: text, among: names)
        let help =
            nearest.map { "did you mean `\($0)`?" }
            ?? (names.isEmpty
                ? "the document has none" : names.count <= 10 ? "there is \(Quoted.list(names.map(Quoted.word)))" : nil)
        report(
            .unknownName,
            "there is no \(what) `\(Quoted.word(text))`",
            at: place,
            help: help,
            fix: edit(nearest, at: place)
        )
    }
}
