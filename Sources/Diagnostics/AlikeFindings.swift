/// Findings of one code about one place that differ in nothing but the words they quote, such as the schemes that a
/// list lacks. People read them as one finding with a list.
struct AlikeFindings {
    /// The first of them, which stands for all.
    let first: Diagnostic
    /// The words in which the others differ from the first: one of each.
    private(set) var words: [String] = []

    private let form: Form
    private let quoted: [Substring]

    private init(_ first: Diagnostic) {
        self.first = first
        form = Form(first)
        quoted = Form.parts(of: first.message).quoted
    }

    /// The findings, in their order, those that are alike beside each other taken together.
    static func groups(of diagnostics: some Sequence<Diagnostic>) -> [AlikeFindings] {
        var groups: [AlikeFindings] = []
        for diagnostic in diagnostics where groups.isEmpty || !groups[groups.count - 1].take(diagnostic) {
            groups.append(AlikeFindings(diagnostic))
        }
        return groups
    }

    /// The others in words; nil if there is only one.
    var remark: String? {
        guard !words.isEmpty else { return nil }
        return "\(words.count) more like this: \(words.map { "`\($0)`" }.joined(separator: ", "))"
    }

    /// Takes a finding in, if it is alike.
    private mutating func take(_ diagnostic: Diagnostic) -> Bool {
        guard !first.places.isEmpty, form == Form(diagnostic) else { return false }
        let others = Form.parts(of: diagnostic.message).quoted
        guard let word = zip(quoted, others).first(where: { $0 != $1 })?.1 else { return false }
        words.append(String(word))
        return true
    }

    /// What findings must have in common.
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

        /// What is between backticks, and what isn't.
        static func parts(of text: String) -> (plain: [Substring], quoted: [Substring]) {
            let parts = text.split(separator: "`", omittingEmptySubsequences: false)
            let plain = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }
            let quoted = parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
            return (plain, quoted)
        }
    }
}
