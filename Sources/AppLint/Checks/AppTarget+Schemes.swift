import Diagnostics
import PolicyModel
import PropertyList

/// `LSApplicationQueriesSchemes`: what the app may ask the system about.
extension AppTarget {
    /// Entries that are no schemes, entries that nobody reads, and entries that are missing.
    var schemeFindings: [LintFinding] {
        var findings: [LintFinding] = []
        var legal = Set(
            listedSchemes.compactMap { $0.knownText }.filter { SchemeText($0).isLegal }.map { $0.lowercased() }
        )
        for value in listedSchemes {
            guard let text = value.knownText, !SchemeText(text).isLegal else { continue }
            findings.append(illegalScheme(.illegalListedScheme, text, at: value, known: &legal))
        }
        guard usesSDK else { return findings }
        return findings + countFindings + missingSchemeFindings
    }

    /// A text that is not a scheme, with the scheme it begins with in its place, if that isn't there already.
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
        let isNew = known.insert(scheme).inserted
        return LintFinding(
            code,
            message,
            at: [value.place],
            help: isNew ? "write `\(scheme)`" : "remove it: `\(scheme)` is there already",
            change: isNew ? .set(value.path, .string(scheme)) : nil
        )
    }

    /// The settings that the model knows about query schemes from: what is required, and how many are read.
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
        let schemes = listedSchemes
        let settings = querySettings
        let limit = settings.queriesSchemesLimit
        var soon = AppSettings()
        soon.linkedOn = 27
        let soonLimit = soon.queriesSchemesLimit
        guard schemes.count > min(limit, soonLimit) else { return [] }
        guard schemes.count > limit else {
            let message =
                "\(schemes.count) query schemes; an app linked on iOS 27 or later has \(soonLimit) of them read"
            return [LintFinding(.manyQuerySchemes, message, at: [schemes[soonLimit].place], help: dispensable)]
        }
        let lost = schemes[limit...].compactMap(\.text)
        let message = "the system reads \(limit) of \(schemes.count) query schemes, and not \(Self.names(lost))"
        return [LintFinding(.tooManyQuerySchemes, message, at: [schemes[limit].place], help: dispensable)]
    }

    /// Which entries can go first.
    private var dispensable: String {
        let schemes = listedSchemes.compactMap { $0.knownText?.lowercased() }
        var seen: Set<String> = []
        let repeated = schemes.filter { !seen.insert($0).inserted }
        // Mail is opened in that app without the app's asking for it, so nothing could stand in for the twin.
        let mail = schemes.contains("mailto") ? [TwinScheme.of("ms-outlook")] : []
        let needed = Set(AppSettings.queriesSchemesAlwaysRequired + mail)
        let managed = schemes.filter { !needed.contains($0) && KnownManagedApp.hasTwin($0) }
        var advice: [String] = []
        if !repeated.isEmpty { advice.append("remove what is there twice: \(Self.names(repeated))") }
        if !managed.isEmpty {
            advice.append("the twins of apps that are known to be managed can go first: \(Self.names(managed))")
            advice.append("ask `isURLAllowed` with `isKnownManagedAppScheme` for these")
        }
        return advice.isEmpty
            ? "remove what the app doesn't need; the twin of a scheme whose app is known to be managed can go first"
            : advice.joined(separator: "; ")
    }

    /// A few names, and how many more there are.
    static func names(_ names: [String]) -> String {
        let shown = names.prefix(8).map { "`\(Quoted.word($0))`" }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    // MARK: What is missing

    private var missingSchemeFindings: [LintFinding] {
        guard let plist else { return [] }
        let array = plist.entry(Self.queriesKey)
        // An extension can't ask the system; what it lists all the same is held to the same rules.
        guard array?.value.elements != nil || (array == nil && !isExtension) else { return [] }
        let settings = querySettings
        let known = Set(settings.queriesSchemes)
        let missing = settings.requiredQueriesSchemes.filter { !known.contains($0) }
        guard let array else { return [missingList(missing, in: plist)] }
        // What doesn't fit isn't read, so to add it would help nobody. What always has to be there comes first, and
        // last the twins of sign-in, which nobody misses.
        let always = AppSettings.queriesSchemesAlwaysRequired.filter { missing.contains($0) }
        let others = missing.filter { !always.contains($0) }
        let order = always + others.filter { !SchemeText.isRedirect($0) } + others.filter { SchemeText.isRedirect($0) }
        let listed = listedSchemes
        let room = max(0, settings.queriesSchemesLimit - listed.count)
        var values: [String: LocatedValue] = [:]
        for value in listed {
            guard let scheme = value.knownText.flatMap({ SchemeText($0).scheme }), values[scheme] == nil else {
                continue
            }
            values[scheme] = value
        }
        return order.enumerated().map { number, scheme in
            missingScheme(scheme, isAlways: number < always.count, in: array, values, fits: number < room)
        }
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

    private func missingScheme(
        _ scheme: String,
        isAlways: Bool,
        in array: LocatedValue.Entry,
        _ values: [String: LocatedValue],
        fits: Bool
    ) -> LintFinding {
        let change = PropertyListChange.insert(array.value.path, at: .max, [.string(scheme)])
        let help = fits ? "add `\(scheme)`" : "make room for `\(scheme)`: the list is as long as what the system reads"
        let add = { (code: AppLintCode, message: String, place: SourceRange) in
            LintFinding(code, message, at: [place], help: help, change: fits ? change : nil)
        }
        if isAlways { return add(.missingRequiredScheme, "the query scheme `\(scheme)` is missing", array.place) }
        let origin = String(scheme.dropLast(TwinScheme.suffix.utf8.count))
        guard let value = values[origin] else {
            let message = "the query scheme `\(scheme)` is missing: under a policy `mailto` is opened in that app"
            return add(.missingRequiredScheme, message, values["mailto"]?.place ?? array.place)
        }
        let isRedirect = SchemeText.isRedirect(origin)
        let message = "the query scheme `\(Quoted.word(origin))` has no twin `\(Quoted.word(scheme))`"
        return add(isRedirect ? .missingRedirectTwin : .missingTwinScheme, message, value.place)
    }
}

/// `CFBundleURLTypes`: the URLs that open the app.
extension AppTarget {
    /// Schemes that are none, and schemes without their twins.
    var urlTypeFindings: [LintFinding] {
        let schemes = urlSchemes.compactMap { array, value in value.knownText.map { (array, value, $0) } }
        var known = Set(schemes.filter { SchemeText($0.2).isLegal }.map { $0.2.lowercased() })
        var findings: [LintFinding] = []
        for (_, value, text) in schemes where !SchemeText(text).isLegal {
            findings.append(illegalScheme(.illegalURLScheme, text, at: value, known: &known))
        }
        guard usesSDK else { return findings }
        for (array, value, text) in schemes {
            guard let scheme = SchemeText(text).scheme, !TwinScheme.isTwin(scheme) else { continue }
            let twin = TwinScheme.of(scheme)
            guard known.insert(twin).inserted else { continue }
            findings.append(
                LintFinding(
                    SchemeText.isRedirect(scheme) ? .missingRedirectTwin : .missingURLTypeTwin,
                    "the URL scheme `\(Quoted.word(scheme))` has no twin `\(Quoted.word(twin))`",
                    at: [value.place],
                    help: "add `\(Quoted.word(twin))`, which managed apps open in its place",
                    change: .insert(array.path, at: .max, [.string(twin)])
                )
            )
        }
        return findings
    }

    /// Document types without the types of the SDK.
    var documentTypeFindings: [LintFinding] {
        (plist?["CFBundleDocumentTypes"]?.elements ?? []).flatMap { type -> [LintFinding] in
            guard let array = type["LSItemContentTypes"], let types = array.elements else { return [] }
            var known = Set(types.compactMap { $0.text?.lowercased() })
            return types.compactMap { value in
                guard let type = value.knownText, !type.isEmpty, !type.lowercased().hasPrefix(PredicateTypes.prefix),
                    known.insert(PredicateTypes.prefix + type.lowercased()).inserted
                else { return nil }
                let twin = PredicateTypes.prefix + type
                return LintFinding(
                    .missingDocumentTypeTwin,
                    "the document type `\(Quoted.word(type))` has no twin `\(Quoted.word(twin))`",
                    at: [value.place],
                    help: "add `\(Quoted.word(twin))`, the type of protected documents",
                    change: .insert(array.path, at: .max, [.string(twin)])
                )
            }
        }
    }
}
