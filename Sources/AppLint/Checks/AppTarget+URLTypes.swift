import Diagnostics
import PolicyModel
import PropertyList

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
