import Diagnostics
import PolicyModel
import PropertyList

/// `LSApplicationQueriesSchemes`: the schemes that the app may query.
extension AppTarget {
    /// Invalid entries, entries beyond the limit, and missing entries; only the missing entries that count take room.
    var schemeFindings: [LintFinding] {
        var findings: [LintFinding] = []
        var legal = Set(
            listedSchemes.compactMap { $0.knownText }.filter { SchemeText($0).isLegal }.map { $0.lowercased() }
        )
        for value in listedSchemes {
            guard let text = value.knownText, !SchemeText(text).isLegal else { continue }
            findings.append(illegalScheme(.illegalListedScheme, text, at: value, known: &legal))
        }
        findings += countFindings
        return usesSDK ? findings + missingSchemeFindings : findings
    }

    /// A finding for an invalid scheme, with a change to the scheme it begins with, unless the list already contains
    /// that scheme.
    func illegalScheme(
        _ code: AppLintCode,
        _ text: String,
        at value: LocatedValue,
        known: inout Set<String>
    ) -> LintFinding {
        let message = "`\(Quoted.word(text))` is not a URL scheme"
        guard let scheme = SchemeText(text).scheme else {
            let help = "letters, digits, `+`, `-` and `.`, a letter first"
            return LintFinding(code, message, at: [value.place], help: help)
        }
        let isNew = !known.contains(scheme)
        let finding = LintFinding(
            code,
            message,
            at: [value.place],
            help: isNew ? "write `\(scheme)`" : "remove it: `\(scheme)` is there already",
            change: isNew ? .set(value.path, .string(scheme)) : nil
        )
        // A correction that doesn't count is not made.
        if isNew, counts(finding) { known.insert(scheme) }
        return finding
    }

    /// The settings from which the model derives the required query schemes and the limit.
    private var querySettings: AppSettings {
        var settings = AppSettings()
        if let linkedOn { settings.linkedOn = linkedOn }
        settings.queriesSchemes = listedSchemes.compactMap { value in
            value.knownText.flatMap { SchemeText($0).scheme }
        }
        return settings
    }

    // MARK: How many

    private var countFindings: [LintFinding] {
        guard !isForMac else { return [] }
        let schemes = listedSchemes
        let settings = querySettings
        let limit = settings.queriesSchemesLimit
        var soon = AppSettings()
        soon.linkedOn = 27
        let soonLimit = soon.queriesSchemesLimit
        guard schemes.count > min(limit, soonLimit) else { return [] }
        guard schemes.count > limit else {
            let message =
                "\(schemes.count) query schemes; for apps linked on iOS 27 or later, the system reads only \(soonLimit)"
            return [LintFinding(.manyQuerySchemes, message, at: [schemes[soonLimit].place], help: dispensable)]
        }
        let lost = schemes[limit...].compactMap(\.text)
        let message = "the system reads only \(limit) of \(schemes.count) query schemes, not \(Self.names(lost))"
        return [LintFinding(.tooManyQuerySchemes, message, at: [schemes[limit].place], help: dispensable)]
    }

    /// Advice about the entries that can be removed first.
    private var dispensable: String {
        let plain = "remove what the app doesn't need"
        let schemes = listedSchemes.compactMap { $0.knownText?.lowercased() }
        var seen: Set<String> = []
        let repeated = schemes.filter { !seen.insert($0).inserted }
        // Mail opens in that app without a query, so nothing could replace the twin.
        let mail = schemes.contains("mailto") ? [TwinScheme.of("ms-outlook")] : []
        let needed = Set(AppSettings.queriesSchemesAlwaysRequired + mail)
        let managed = schemes.filter { !needed.contains($0) && KnownManagedApp.hasTwin($0) }
        var advice: [String] = []
        if !repeated.isEmpty { advice.append("remove the duplicates: \(Self.names(repeated))") }
        if !managed.isEmpty {
            advice.append("the twins of apps that are known to be managed can be removed first: \(Self.names(managed))")
            advice.append("call `isURLAllowed` with `isKnownManagedAppScheme` for these")
        }
        guard advice.isEmpty else { return advice.joined(separator: "; ") }
        return usesSDK ? "\(plain); the twin of a scheme whose app is known to be managed can be removed first" : plain
    }

    /// A few names, and the number of further ones.
    static func names(_ names: [String]) -> String {
        let shown = names.prefix(8).map { "`\(Quoted.word($0))`" }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    // MARK: Missing schemes

    private var missingSchemeFindings: [LintFinding] {
        guard let plist else { return [] }
        let array = plist.entry(Self.queriesKey)
        // An extension cannot query the system; if it lists schemes anyway, the same rules apply.
        guard array?.value.elements != nil || (array == nil && !isExtension) else { return [] }
        let settings = querySettings
        let known = Set(settings.queriesSchemes)
        let missing = settings.requiredQueriesSchemes.filter { !known.contains($0) }
        guard let array else { return [missingList(missing, in: plist)] }
        // Entries beyond the limit are not read, so adding them would not help. Schemes that are always required come
        // first.
        let always = AppSettings.queriesSchemesAlwaysRequired.filter { missing.contains($0) }
        let limit = isForMac ? Int.max : settings.queriesSchemesLimit
        var room = max(0, limit - listedSchemes.count)
        var findings: [LintFinding] = []
        if !always.isEmpty {
            let finding = missingAlways(always, in: array, fitting: room, of: limit)
            findings.append(finding)
            if counts(finding) { room -= min(room, always.count) }
        }
        for twin in missingTwins(missing, in: array) {
            let finding = twin.finding(in: array, fits: room > 0, of: limit)
            findings.append(finding)
            if finding.change != nil, counts(finding) { room -= 1 }
        }
        return findings
    }

    private func missingList(_ missing: [String], in plist: LocatedValue) -> LintFinding {
        LintFinding(
            .missingRequiredScheme,
            "`\(Self.queriesKey)` is missing, so the app can ask about no managed browser and no threat defense app",
            at: [plist.openingPlace],
            help: "list \(Self.names(missing))",
            change: .set([.key(Self.queriesKey)], .array(missing.map { .string($0) }))
        )
    }

    /// Schemes that every app with the SDK must list, in one finding.
    private func missingAlways(
        _ schemes: [String],
        in array: LocatedValue.Entry,
        fitting room: Int,
        of limit: Int
    ) -> LintFinding {
        let added = schemes.prefix(room)
        let left = schemes.dropFirst(room)
        let names = { (schemes: ArraySlice<String>) in schemes.map { "`\($0)`" }.joined(separator: ", ") }
        var advice: [String] = []
        if !added.isEmpty { advice.append(added.count == 1 ? "add \(names(added))" : "add them") }
        if !added.isEmpty, !left.isEmpty { advice[0] = "add \(names(added))" }
        if !left.isEmpty {
            advice.append("make room for \(names(left)): the system reads only \(limit) entries")
        }
        return LintFinding(
            .missingRequiredScheme,
            schemes.count == 1
                ? "the query scheme \(names(schemes[...])) is missing"
                : "\(schemes.count) query schemes are missing: \(names(schemes[...]))",
            at: [array.place],
            help: advice.joined(separator: "; "),
            change: added.isEmpty ? nil : .insert(array.value.path, at: .max, added.map { .string($0) })
        )
    }
}
