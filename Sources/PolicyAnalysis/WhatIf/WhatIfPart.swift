import PolicyModel
import URLMatching

/// A setting of one of a document's policies.
struct PolicySettingPlace: Hashable, Comparable {
    var policy: String
    var setting: PolicySetting

    static func < (left: Self, right: Self) -> Bool {
        (left.policy, left.setting.rawValue) < (right.policy, right.setting.rawValue)
    }
}

/// The edges of a graph that the same settings decide.
///
/// This file is the only place that lists which settings an answer depends on, and the list is verified: while
/// ``WhatIf`` queries other values, it compares repeated answers, and a setting that is missing here results in a
/// report without a what-if.
struct WhatIfPart: Hashable {
    /// A name that identifies the part. Edges of one part come from the same questions about the same places.
    let name: String
    /// The settings that the answers depend on.
    let settings: [PolicySettingPlace]

    /// The part that an edge belongs to, or nil if the edge comes from questions that are not listed here.
    init?(of edge: FlowEdge, in document: PolicyDocument) {
        var places: Set<PolicySettingPlace> = []
        let first = edge.steps.first?.request
        func policy(of account: AccountID?) -> String? { account.flatMap { document.accounts[$0]?.policy } }
        func policy(of app: AppID) -> String? { document.app(app)?.policy }
        let own = first.flatMap { request in
            if case .app(let app) = request.world { policy(of: app) } else { policy(of: request.user) }
        }
        func reads(_ settings: [PolicySetting], of policy: String?) {
            guard let policy, document.policies[policy] != nil else { return }
            for setting in settings { places.insert(PolicySettingPlace(policy: policy, setting: setting)) }
        }

        // What another app holds is under that app's policy, also where this app moves it.
        let source = if case .app(let app) = edge.from { policy(of: app) } else { own }
        var words: [String] = []
        switch edge.steps.map(\.request.question.kind) {
        case []: break
        case [.copy]: reads(SettingsOfAnswers.copying, of: own)
        case [.copy, .paste]:
            guard case .paste(_, _, let place)? = edge.steps.last?.request.question else { return nil }
            reads(SettingsOfAnswers.copying, of: own)
            words.append("into \(place.name)")
            switch place {
            case .account(let account): reads([.allowedOutboundClipboardSharingLevel], of: policy(of: account))
            case .app(let app): reads([.allowedOutboundClipboardSharingLevel], of: policy(of: app))
            case .native, .view, .externalFrame: return nil
            }
        case [.paste]:
            guard case .paste(_, .app(let app), .account(let account))? = first?.question else { return nil }
            words.append("from \(app) into \(account)")
            reads(SettingsOfAnswers.copying, of: policy(of: app))
            reads([.allowedOutboundClipboardSharingLevel], of: policy(of: account))
        case [.save]:
            guard case .save(_, let account, _)? = first?.question else { return nil }
            reads(SettingsOfAnswers.saving, of: source)
            if let other = policy(of: account), other != source {
                words.append("for \(other)")
                reads([.allowedInboundDataTransferSources], of: other)
            }
        case [.save, .openFrom]:
            guard case .openFrom(_, let account, let receiver)? = edge.steps.last?.request.question else { return nil }
            words.append("of \(account?.description ?? "") for \(receiver?.description ?? "")")
            reads(SettingsOfAnswers.saving, of: source)
            if source != own { reads([.allowedInboundDataTransferSources], of: policy(of: account)) }
            reads(SettingsOfAnswers.opening, of: policy(of: receiver))
            if edge.sink != nil { reads([.allowedOutboundDataTransferDestinations], of: policy(of: account)) }
        case [.openFrom]:
            // What lies in an account's places, where this app may not save it.
            guard case .openFrom(_, let account, let receiver)? = first?.question else { return nil }
            words.append("of \(account?.description ?? "") for \(receiver?.description ?? "")")
            reads(SettingsOfAnswers.saving, of: policy(of: account))
            reads(SettingsOfAnswers.opening, of: policy(of: receiver))
        case [.send]: reads(SettingsOfAnswers.sending, of: own)
        case [.receive]:
            guard case .receive(let app, let account, _)? = first?.question else { return nil }
            words.append("from \(app) into \(account?.description ?? "")")
            reads([.allowedOutboundDataTransferDestinations], of: policy(of: app))
            reads(SettingsOfAnswers.receiving, of: policy(of: account))
        case [.setting]:
            guard case .setting(let setting, _)? = first?.question else { return nil }
            words.append(setting.rawValue)
            reads(setting.settings, of: own)
        case [.open]:
            guard case .open(let url, _)? = first?.question else { return nil }
            words.append(url)
            reads(SettingsOfAnswers.settings(ofScheme: SchemeMatcher.scheme(of: url)), of: own)
        case [.universalLink]:
            guard case .universalLink(let url)? = first?.question else { return nil }
            words.append(url)
            reads(SettingsOfAnswers.links + SettingsOfAnswers.browser, of: own)
        case let kinds where kinds[0] == .navigate:
            guard kinds.allSatisfy({ [.navigate, .copy, .paste, .upload].contains($0) }) else { return nil }
            guard case .navigate(let url, let view, let frame, _, _)? = first?.question else { return nil }
            words.append("\(view ?? "") to \(url)" + (frame == .top ? "" : " in a frame"))
            reads(SettingsOfAnswers.browser, of: own)
            let isMislabelled = edge.crossing == .mislabelledSite
            if isMislabelled || kinds.contains(.copy) || kinds.contains(.paste) {
                reads(SettingsOfAnswers.copying, of: source)
                if source != own { reads([.allowedOutboundClipboardSharingLevel], of: own) }
            }
            if isMislabelled || kinds.contains(.upload) {
                reads([.allowedOutboundDataTransferDestinations], of: source)
                if source != own { reads([.allowedOutboundDataTransferDestinations], of: own) }
            }
        default: return nil
        }
        // A foreign page that accepts no pasted data is an edge of another kind in the same place.
        let kinds =
            edge.crossing == .mislabelledSite ? [Question.Kind.navigate] : edge.steps.map(\.request.question.kind)
        words.append(kinds.map(\.rawValue).joined(separator: " "))
        // A site belongs to no account, and each account's policy shows it.
        words.append("\(edge.from) under \(own ?? "")")
        if case .inside = edge.end { words.append("inside") }
        name = words.joined(separator: " ")
        settings = places.sorted()
    }

    /// The settings that answers depend on together with a given setting, in the order of their table.
    static func settings(readWith setting: PolicySetting) -> [PolicySetting] {
        let schemes = ["https", "tel", "sms", "other"].map { SettingsOfAnswers.settings(ofScheme: $0) }
        let groups =
            [
                SettingsOfAnswers.copying, SettingsOfAnswers.saving, SettingsOfAnswers.opening,
                SettingsOfAnswers.receiving, SettingsOfAnswers.sending,
                SettingsOfAnswers.links + SettingsOfAnswers.browser,
            ] + schemes
            + SingleSetting.allCases.map(\.settings)
        let together = Set(groups.filter { $0.contains(setting) }.flatMap(\.self))
        return PolicySetting.allCases.filter { $0 != setting && together.contains($0) }
    }
}
