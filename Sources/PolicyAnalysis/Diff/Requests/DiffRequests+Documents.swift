import PolicyModel

/// The documents that views show: rules may compare URLs with them (`site`).
extension DiffRequests {
    /// Whether edits may change a decision by such a rule. The requests are made with the documents that the policies give
    /// their views, but the host may set others.
    static func assumesDocuments(_ old: PolicyDocument, _ new: PolicyDocument, _ edits: [PolicyEdit]) -> Bool {
        let documents = [old, new]
        let ruleSets = documents.flatMap(\.ruleSets).filter { $0.rules.contains(where: \.comparesWithDocument) }
        let names = Set(ruleSets.map(\.name))
        let views = documents.flatMap(\.views).filter { view in view.ruleSet.map(names.contains) ?? false }
        guard !views.isEmpty else { return false }
        let settings = SettingsOfAnswers.views.union(SettingsOfAnswers.allLinks)
        return edits.contains { edit in
            switch edit.subject {
            case .rule(let name, _), .ruleSet(let name): names.contains(name)
            case .view(let id): views.contains { $0.id == id }
            case .setting(_, let setting): settings.contains(setting)
            case .configurations: false
            case .policy, .account, .app, .appSetting, .targetedApps, .user, .other: !edit.isOfLaunch
            }
        }
    }
}
