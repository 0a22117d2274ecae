import Diagnostics
import PolicyFiles
import PropertyList

/// `keychain-access-groups` of the entitlements.
///
/// The first group is the one where the app's own items are stored, so it must be the app's own group. A first group
/// that is not the SDK's is left in place.
extension AppTarget {
    /// Missing groups, groups that are not valid, and an SDK group in first position, which is put right together with
    /// the missing groups if both count.
    var keychainFindings: [LintFinding] { builds.flatMap { keychainFindings(of: $0) } }

    private func keychainFindings(of entitlements: LocatedValue) -> [LintFinding] {
        guard let entry = entitlements.entry(Self.groupsKey) else {
            return [missingGroups(at: entitlements.openingPlace, in: nil)]
        }
        guard let elements = entry.value.elements else {
            // No group is listed; whether the value was meant as one of the groups is unknown.
            var finding = missingGroups(at: entry.place, in: entry.value)
            finding.change = nil
            return [finding]
        }
        guard !elements.isEmpty else { return [missingGroups(at: entry.place, in: entry.value)] }
        let groups = elements.compactMap(\.text).map { KeychainGroup($0) }
        // A group that the build fills in may be any of the missing ones.
        let missing =
            groups.contains { $0.isOpaque || $0.name == "*" }
            ? []
            : sdkGroups.filter { name in
                let names = KeychainGroup.caches.contains(name) ? KeychainGroup.caches : [name]
                return !groups.contains { $0.problem == nil && ($0.name.map(names.contains) ?? false) }
            }
        var added = missing.map { missingGroup($0, "the keychain group `\($0)` is missing", at: entry.place) }
        let wanted = zip(missing, added).filter { counts($0.1) }.map(\.0)
        let order = orderFinding(groups, missing: wanted, in: entry)
        let counted = order.flatMap { counts($0) ? $0 : nil }
        let isInserted = if case .insert? = counted?.change { true } else { counted == nil }
        // The finding about the order adds the app's own group, which may be that of the cache too.
        let ownFirst = counted == nil ? nil : ownGroup
        for (position, name) in missing.enumerated() where isInserted && KeychainGroup.prefix + name != ownFirst {
            added[position].change = .insert(entry.value.path, at: .max, [.string(KeychainGroup.prefix + name)])
        }
        let valid = Set(groups.filter { $0.problem == nil }.map(\.text))
        let invalid = elements.compactMap { element in
            element.text.flatMap { invalidGroup(KeychainGroup($0), at: element.place, besides: valid) }
        }
        return added + invalid + (order.map { [$0] } ?? [])
    }

    /// A finding for a group that is not valid. It is not corrected automatically: with a missing group added, or with
    /// groups in another order, the list would be written twice.
    private func invalidGroup(
        _ group: KeychainGroup,
        at place: SourceRange,
        besides valid: Set<String>
    ) -> LintFinding? {
        guard let problem = group.problem else { return nil }
        let what =
            switch problem {
            case .empty: "a keychain group is empty"
            case .blanks: "the keychain group `\(Quoted.word(group.text))` has blanks around its name"
            case .noPrefix: "the keychain group `\(Quoted.word(group.text))` doesn't begin with the prefix of the team"
            }
        let corrected = "`\(Quoted.word(group.corrected))`"
        guard !group.resemblesPrefixed else {
            let help = "begin it with `\(KeychainGroup.prefix)` instead, or with the ten letters and digits of the team"
            return LintFinding(.invalidKeychainGroup, what, at: [place], help: help)
        }
        let help = valid.contains(group.corrected) ? "remove it: \(corrected) is there too" : "write \(corrected)"
        return LintFinding(
            .invalidKeychainGroup,
            what,
            at: [place],
            help: problem == .empty ? "remove it" : help
        )
    }

    /// The groups of the SDK: its own, and that of the cache, which the app may rename; if the build fills in that
    /// name, it is not checked.
    private var sdkGroups: [String] {
        guard let override = settings?["ADALCacheKeychainGroupOverride"], override.text != "" else {
            return [KeychainGroup.sdk, isForMac ? KeychainGroup.macCache : KeychainGroup.cache]
        }
        // The cache may be in the group of the SDK.
        return [KeychainGroup.sdk] + [override.knownText].compactMap(\.self).filter { $0 != KeychainGroup.sdk }
    }

    /// The group that belongs to the app itself; nil if the Info.plist has no bundle ID.
    private var ownGroup: String? {
        guard let id = plist?["CFBundleIdentifier"]?.text, !id.isEmpty, Spelling.isPlain(id) else { return nil }
        return KeychainGroup.prefix + id
    }

    private func missingGroup(
        _ name: String,
        _ message: String,
        at place: SourceRange
    ) -> LintFinding {
        LintFinding(
            name == KeychainGroup.sdk ? .missingKeychainGroup : .missingCacheGroup,
            message,
            at: [place],
            help: "add `\(KeychainGroup.prefix)\(name)`"
        )
    }

    /// A finding for missing groups. The SDK's groups cannot be the only ones, because the first would then be used as
    /// the app's own. A group whose own finding doesn't count is left out.
    ///
    /// - Parameters:
    ///   - place: The place to underline.
    ///   - list: The list without groups; nil if there is none.
    /// - Returns: The finding, with the code of the first group that is not left out.
    private func missingGroups(at place: SourceRange, in list: LocatedValue?) -> LintFinding {
        let message = "`\(Self.groupsKey)` lists no group"
        let missing = sdkGroups
        let counted = missing.filter { counts(missingGroup($0, message, at: place)) }
        let wanted = counted.isEmpty ? missing : counted
        // The cache may be in the app's own group.
        let own = ownGroup
        let names = wanted.map { KeychainGroup.prefix + $0 }.filter { $0 != own }
        var finding = missingGroup(wanted.first ?? KeychainGroup.sdk, message, at: place)
        let first = "list the app's own group"
        finding.diagnostic.help = names.isEmpty ? first : "\(first), then \(Self.names(names))"
        guard let own else { return finding }
        let groups = ([own] + names).map { PropertyListValue.string($0) }
        if let list {
            // The comments in the list stay where they are.
            finding.change = .insert(list.path, at: 0, groups)
        } else {
            finding.change = .set([.key(Self.groupsKey)], .array(groups))
        }
        return finding
    }

    private func orderFinding(
        _ groups: [KeychainGroup],
        missing: [String],
        in entry: LocatedValue.Entry
    ) -> LintFinding? {
        // Another group that the app names for the cache belongs to its team, and may be its own if the build fills in
        // the bundle ID.
        let names = [KeychainGroup.sdk] + KeychainGroup.caches
        // An empty group is no group, so the one after it is the first.
        guard let first = groups.first(where: { $0.problem != .empty }), let name = first.name, names.contains(name),
            KeychainGroup.prefix + name != ownGroup
        else { return nil }
        let place = entry.value.elements?.first { $0.text == first.text }?.place ?? entry.place
        var finding = LintFinding(
            .keychainGroupOrder,
            "the first keychain group is `\(name)`, so the app's items are stored there",
            at: [place],
            help: "put the app's own group first"
        )
        guard let own = ownGroup else { return finding }
        finding.diagnostic.help = "put `\(own)` first"
        let position = groups.firstIndex { group in
            guard group.problem == nil else { return false }
            return group.text == own || (group.name.map { KeychainGroup.prefix + $0 == own } ?? false)
        }
        guard let position else {
            finding.change = .insert(entry.value.path, at: 0, [.string(own)])
            return finding
        }
        // An element that is no text could not be written again.
        guard groups.count == entry.value.elements?.count else { return finding }
        // The group exists and is moved. Missing groups are added in the same change, because a second change cannot
        // refer to an array that the first one replaces.
        var texts = groups.map(\.text)
        texts.insert(texts.remove(at: position), at: 0)
        texts += missing.map { KeychainGroup.prefix + $0 }
        finding.change = .set(entry.value.path, .array(texts.map { .string($0) }))
        return finding
    }
}
