import PolicyAnalysis

/// A comparison as text for people: a summary line, a card for each group, and the edits without effect.
struct DiffText {
    private let diff: PolicyDiff
    private let words: DiffWords
    private let page: Page

    init(_ diff: PolicyDiff, on page: Page) {
        self.diff = diff
        words = DiffWords(diff: diff)
        self.page = page
    }

    var text: String {
        var text = page.block(words.headline, hanging: 2)
        for group in diff.groups { text += card(of: group) }
        for path in words.unnamed(diff.opens) { text += line("OPENS", path, .red) }
        for path in words.unnamed(diff.accepted) { text += line("ACCEPTED", path, .faint) }
        for path in words.unnamed(diff.closes) { text += line("CLOSES", path, .green) }
        for noOp in diff.noOps { text += page.block("NO-OP  \(DiffWords.words(of: noOp))", hanging: 7) }
        for remark in words.remarks { text += page.block(remark, hanging: 2) }
        return text
    }

    private func card(of group: PolicyDiff.Group) -> String {
        let effect = DiffWords.effect(of: group)
        let head = "\(effect)  \(DiffWords.subject(of: group))  \(DiffWords.change(of: group))"
        let color: TextColor =
            switch group.effect {
            case .wider, .mixed: .red
            case .narrower: .green
            case .elsewhere, .reason: .faint
            }
        var text = page.painted(page.block(head, hanging: 7), effect, color)
        for cause in DiffWords.causes(of: group) { text += page.block("by \(cause)", indent: 7, hanging: 2) }
        for witness in DiffWords.witnesses(of: group) { text += page.block(witness, indent: 7, hanging: 2) }
        if !group.opens.isEmpty {
            text += page.block("opens \(ids(group.opens)): see demarc audit", indent: 7, hanging: 2)
        }
        if !group.accepted.isEmpty {
            text += page.block("opens, accepted: \(words.acceptances(group.accepted))", indent: 7, hanging: 2)
        }
        if !group.closes.isEmpty { text += page.block("closes \(ids(group.closes))", indent: 7, hanging: 2) }
        return text
    }

    private func line(_ effect: String, _ path: LeakPath, _ color: TextColor) -> String {
        page.painted(page.block("\(effect)  \(path.leakWords)  (\(path.shortID))", hanging: 7), effect, color)
    }

    private func ids(_ ids: [String]) -> String { ids.map { String($0.prefix(6)) }.joined(separator: ", ") }
}
