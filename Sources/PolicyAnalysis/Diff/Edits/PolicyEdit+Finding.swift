import ByteText
import Diagnostics
package import PolicyModel

extension PolicyEdit {
    /// The differences between two documents, regardless of places, ordered by subject.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the documents.
    package static func all(from old: PolicyDocument, to new: PolicyDocument) -> [PolicyEdit] {
        let edits =
            settings(old, new) + accounts(old, new) + apps(old, new) + views(old, new) + rules(old, new)
            + others(old, new)
        return edits.map { edit in
            var edit = edit
            edit.omission = edit.omission(from: old, to: new)
            return edit
        }
    }

    private static let absent = "absent"

    private static func settings(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        Set(old.policies.keys).union(new.policies.keys).sorted().flatMap { name -> [PolicyEdit] in
            guard let before = old.policies[name], let after = new.policies[name] else {
                return [whole(.policy(name), old.policies[name] != nil, nil)]
            }
            let edits = PolicySetting.allCases.compactMap { setting -> PolicyEdit? in
                guard before[setting] != after[setting] else { return nil }
                return PolicyEdit(
                    subject: .setting(policy: name, setting),
                    old: SettingInForce.Value(before[setting]).text,
                    new: SettingInForce.Value(after[setting]).text,
                    location: after.location(of: setting) ?? before.location(of: setting)
                )
            }
            return edits + [targetedApps(before, after)].compactMap(\.self)
        }
    }

    private static func targetedApps(_ old: AppProtectionPolicy, _ new: AppProtectionPolicy) -> PolicyEdit? {
        let (before, after) = (Set(old.apps.map(\.bundleID)), Set(new.apps.map(\.bundleID)))
        guard before != after else { return nil }
        // A list may name hundreds of apps, so only the difference is shown.
        func words(_ apps: Set<String>) -> String {
            apps.isEmpty ? "absent" : Quoted.first(4, of: apps.sorted())
        }
        return PolicyEdit(
            subject: .targetedApps(policy: new.name),
            old: words(before.subtracting(after)),
            new: words(after.subtracting(before)),
            location: new.home ?? old.home
        )
    }

    private static func accounts(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        parts(old.accounts.accounts, new.accounts.accounts, id: \.id, order: \.canonical) { account in
            var account = account
            let location = account.location
            account.location = nil
            let words = account.policy.map { "policy \($0)" } ?? "unmanaged"
            let name = account.userPrincipalName.map { "upn \($0)" } ?? "no upn"
            return (account, [words + (account.organization.map { " of \($0)" } ?? ""), name], location)
        } subject: {
            .account($0)
        }
    }

    private static func apps(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        parts(old.apps ?? [], new.apps ?? [], id: \.id, order: \.bundleID) { app in
            var app = app
            let location = app.location
            app.location = nil
            return (app, [FlowGate(app).value], location)
        } subject: {
            .app($0)
        }
    }

    private static func views(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        parts(old.views, new.views, id: \.id, order: \.self) { view in
            var view = view
            let location = view.location
            (view.location, view.policyLocation) = (nil, nil)
            let rules = view.ruleSet.map { ", rules \($0)" } ?? ""
            return (view, [view.policy.rawValue + rules], location)
        } subject: {
            .view($0)
        }
    }

    private static func rules(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        Set((old.ruleSets + new.ruleSets).map(\.name)).sorted().flatMap { name -> [PolicyEdit] in
            let (before, after) = (old.ruleSet(named: name), new.ruleSet(named: name))
            guard let before, let after else { return [whole(.ruleSet(name), before != nil, after?.defaultLocation)] }
            var edits: [PolicyEdit] = []
            if (before.defaultClass, before.subresources) != (after.defaultClass, after.subresources)
                || Set(before.transitions) != Set(after.transitions)
            {
                edits.append(
                    PolicyEdit(
                        subject: .ruleSet(name),
                        old: words(of: before),
                        new: words(of: after),
                        location: after.defaultLocation
                    )
                )
            }
            let (one, other) = (before.writtenRules, after.writtenRules)
            return edits
                + parts(one, other, id: \.rule.id, order: \.self) { written in
                    (written.rule, [written.rule.urlClass.rawValue], written.location)
                } subject: {
                    .rule(ruleSet: name, id: $0)
                }
        }
    }

    private static func others(_ old: PolicyDocument, _ new: PolicyDocument) -> [PolicyEdit] {
        var edits = AppSetting.allCases.filter { old.app[$0] != new.app[$0] }.map { setting -> PolicyEdit in
            let (before, after) = (words(of: old.app[setting], setting), words(of: new.app[setting], setting))
            return PolicyEdit(
                subject: .appSetting(setting),
                old: before,
                new: before == after ? "changed" : after,
                location: new.app.location(of: setting) ?? old.app.location(of: setting)
            )
        }
        let configurations = (old.appConfigurations.map(\.canonical), new.appConfigurations.map(\.canonical))
        if configurations.0 != configurations.1 || old.mdmUser != new.mdmUser {
            edits.append(
                PolicyEdit(
                    subject: .configurations,
                    old: "original",
                    new: "changed",
                    location: (new.appConfigurations.first ?? old.appConfigurations.first)?.location
                )
            )
        }
        // If the acting account is not set, it follows from the accounts.
        let user = { (document: PolicyDocument) in document.isUserExplicit ? document.user : nil }
        if (user(old), old.isUserExplicit) != (user(new), new.isUserExplicit) {
            let place = { (document: PolicyDocument) in document.user.flatMap { document.accounts[$0]?.location } }
            edits.append(
                PolicyEdit(
                    subject: .user,
                    old: words(ofUser: old),
                    new: words(ofUser: new),
                    location: place(new) ?? place(old)
                )
            )
        }
        if old.ambiguousURLs != new.ambiguousURLs {
            edits.append(
                PolicyEdit(
                    subject: .ambiguousURLs,
                    old: old.ambiguousURLs.rawValue,
                    new: new.ambiguousURLs.rawValue,
                    location: nil
                )
            )
        }
        return edits + [organizations(old, new)].compactMap(\.self)
    }

    private static func organizations(_ old: PolicyDocument, _ new: PolicyDocument) -> PolicyEdit? {
        func whose(_ document: PolicyDocument) -> [[String]] { document.organizations.map { [$0.name] + $0.hosts } }
        guard whose(old) != whose(new) else { return nil }
        func hosts(_ document: PolicyDocument) -> Set<String> {
            Set(
                document.organizations.flatMap { organization in
                    organization.hosts.isEmpty
                        ? [organization.name] : organization.hosts.map { "\(organization.name): \($0)" }
                }
            )
        }
        let (before, after) = (hosts(old), hosts(new))
        // There may be hundreds of hosts, so only the difference is shown.
        let (lost, gained) = (before.subtracting(after).sorted(), after.subtracting(before).sorted())
        let isReordered = lost.isEmpty && gained.isEmpty
        let former = Dictionary(old.organizations.map { ($0.name, $0) }) { first, _ in first }
        let edited = new.organizations.first { $0.hosts != former[$0.name]?.hosts } ?? new.organizations.first
        return PolicyEdit(
            subject: .organizations,
            old: isReordered ? "original" : lost.isEmpty ? absent : Quoted.first(4, of: lost),
            new: isReordered ? "changed" : gained.isEmpty ? absent : Quoted.first(4, of: gained),
            location: (edited ?? old.organizations.first)?.location
        )
    }

    private static func words(ofUser document: PolicyDocument) -> String {
        document.isUserExplicit ? document.user?.description ?? "none" : absent
    }

    /// A value of the app in words. A configuration may contain personal values, so these are not shown.
    private static func words(of value: AppSettingValue?, _ setting: AppSetting) -> String {
        switch value {
        case nil: setting.row.standard
        case .boolean(let isOn): "\(isOn)"
        case .text(let text): SettingInForce.Value.text(text).text
        case .texts(let texts): SettingInForce.Value.texts(texts).text
        case .number(let number): "\(number)"
        case .systemRelease(let release): "\(release)"
        case .dictionary(let values): Quoted.count(values.count, "key")
        }
    }

    private static func words(of ruleSet: RuleSet) -> String {
        let transitions = ruleSet.transitions.map(\.rawValue).sorted().joined(separator: ", ")
        return "default \(ruleSet.defaultClass.rawValue), subresources \(ruleSet.subresources.rawValue)"
            + (transitions.isEmpty ? "" : ", transitions \(transitions)")
    }

    // MARK: Parts

    /// The edits of parts that have names. If a name occurs several times, the first occurrence counts. An edit is
    /// reported in the first words of a part that differ.
    private static func parts<Part, Name: Hashable, Canonical: Equatable>(
        _ old: [Part],
        _ new: [Part],
        id: (Part) -> Name,
        order: (Name) -> String,
        canonical: (Part) -> (Canonical, words: [String], location: SourceLocation?),
        subject: (Name) -> Subject
    ) -> [PolicyEdit] {
        let before = Dictionary(old.map { (id($0), $0) }) { first, _ in first }
        let after = Dictionary(new.map { (id($0), $0) }) { first, _ in first }
        return Set(before.keys).union(after.keys).sorted(on: order).compactMap { name in
            let (one, other) = (before[name].map(canonical), after[name].map(canonical))
            guard one?.0 != other?.0 else { return nil }
            let told = zip(one?.words ?? [absent], other?.words ?? [absent]).first { $0 != $1 }
            return PolicyEdit(
                subject: subject(name),
                old: told?.0 ?? one?.words.first ?? absent,
                new: told?.1 ?? "changed",
                location: other?.location ?? one?.location
            )
        }
    }

    /// The edit for a part that only one of the documents contains.
    private static func whole(_ subject: Subject, _ isOld: Bool, _ location: SourceLocation?) -> PolicyEdit {
        PolicyEdit(
            subject: subject,
            old: isOld ? "present" : absent,
            new: isOld ? absent : "present",
            location: location
        )
    }
}

/// A rule without places, and the place where it is written.
private struct WrittenRule {
    var rule: Rule
    var location: SourceLocation
}

extension RuleSet {
    fileprivate var writtenRules: [WrittenRule] {
        rules.map { WrittenRule(rule: withoutPlaces($0), location: $0.location) }
    }
}
