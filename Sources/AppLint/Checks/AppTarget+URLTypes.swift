import Diagnostics
import PolicyModel
import PropertyList

/// `CFBundleURLTypes`: the URLs that open the app.
extension AppTarget {
    /// Invalid schemes, and schemes without their twins.
    var urlTypeFindings: [LintFinding] {
        let schemes = urlSchemes.compactMap { array, value in value.knownText.map { (array, value, $0) } }
        var known = Set(schemes.filter { SchemeText($0.2).isLegal }.map { $0.2.lowercased() })
        known.formUnion(urlSchemes.compactMap { $0.value.isUnknown ? $0.value.text?.lowercased() : nil })
        var findings: [LintFinding] = []
        for (_, value, text) in schemes where !SchemeText(text).isLegal {
            findings.append(illegalScheme(.illegalURLScheme, text, at: value, known: &known))
        }
        guard usesSDK else { return findings }
        for (array, value) in urlSchemes {
            guard let (scheme, twin) = Self.declaredTwin(of: value), known.insert(twin.lowercased()).inserted else {
                continue
            }
            findings.append(
                LintFinding(
                    SchemeText.isRedirect(scheme.lowercased()) ? .missingRedirectTwin : .missingURLTypeTwin,
                    "the URL scheme `\(Quoted.word(scheme))` has no twin `\(Quoted.word(twin))`",
                    at: [value.place],
                    help: "add `\(Quoted.word(twin))`, which managed apps open instead",
                    change: .insert(array.path, at: .max, [.string(twin)])
                )
            )
        }
        return findings
    }

    /// The twin that a URL type needs in addition to a scheme; nil if it needs none.
    private static func declaredTwin(of value: LocatedValue) -> (scheme: String, twin: String)? {
        guard let text = value.knownText else {
            return value.text.flatMap { text in SchemeText.twin(ofUnknown: text).map { (text, $0) } }
        }
        guard let scheme = SchemeText(text).scheme, !TwinScheme.isTwin(scheme), scheme != SchemeText.sdkRedirect else {
            return nil
        }
        return (scheme, TwinScheme.of(scheme))
    }

    /// Types of documents without the SDK's types.
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
