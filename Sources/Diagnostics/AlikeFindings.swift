/// Findings with the same code and place that differ only in the words they quote, such as the schemes that a list
/// lacks. Reports show them as one finding with a list.
struct AlikeFindings {
    /// The first of them, which represents the group.
    let first: Diagnostic
    /// The words in which the others differ from the first: one for each.
    private(set) var words: [String] = []

    private let quoted: [Substring]

    private init(_ first: Diagnostic) {
        self.first = first
        quoted = Form.parts(of: first.message).quoted
    }

    /// Groups similar findings; each group is in the position of its first finding.
    static func groups(of diagnostics: some Sequence<Diagnostic>) -> [AlikeFindings] {
        var groups: [AlikeFindings] = []
        var numbers: [Form: Int] = [:]
        for diagnostic in diagnostics {
            let form = Form(diagnostic)
            if let number = numbers[form], groups[number].take(diagnostic) { continue }
            numbers[form] = groups.count
            groups.append(AlikeFindings(diagnostic))
        }
        return groups
    }

    /// The other findings as a list of words; nil if there is only one finding.
    var remark: String? {
        guard !words.isEmpty else { return nil }
        return "\(words.count) more like this: \(words.map { "`\($0)`" }.joined(separator: ", "))"
    }

    /// Adds a finding of the same form, unless it does not differ from the first.
    private mutating func take(_ diagnostic: Diagnostic) -> Bool {
        guard !first.places.isEmpty else { return false }
        let others = Form.parts(of: diagnostic.message).quoted
        guard let word = zip(quoted, others).first(where: { $0 != $1 })?.1 else { return false }
        words.append(String(word))
        return true
    }

    /// The properties that findings of a group share.
    private struct Form: Hashable {
        let code: String
        let severity: Diagnostic.Severity
        let places: [SourceRange]
        let message: [Substring]
        let help: [Substring]

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code
            severity = diagnostic.severity
            places = diagnostic.places
            message = Self.parts(of: diagnostic.message).plain
            help = Self.parts(of: diagnostic.help ?? "").plain
        }

        /// The text between backticks, and the text outside them.
        static func parts(of text: String) -> (plain: [Substring], quoted: [Substring]) {
            let parts = text.split(separator: "`", omittingEmptySubsequences: false)
            let plain = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }
            let quoted = parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
            return (plain, quoted)
        }
    }
}
