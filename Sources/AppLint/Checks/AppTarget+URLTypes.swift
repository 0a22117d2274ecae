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

    /// Document types without the SDK's types.
    var documentTypeFindings: [LintFinding] {
        (plist?["CFBundleDocumentTypes"]?.elements ?? []).flatMap { type -> [LintFinding] in
            guard let array = type["LSItemContentTypes"], let types = array.elements else { return [] }
            var known = Set(types.compactMap { $0.text?.lowercased() })
            let lacking = types.filter { value in
                guard let type = value.knownText, !type.isEmpty, !type.lowercased().hasPrefix(PredicateTypes.prefix)
                else { return false }
                return known.insert(PredicateTypes.prefix + type.lowercased()).inserted
            }
            return lacking.isEmpty ? [] : [missingTypes(lacking, in: array)]
        }
    }

    /// Types of one document type without their twins: one finding, because one change adds all of them.
    private func missingTypes(_ values: [LocatedValue], in array: LocatedValue) -> LintFinding {
        let types = values.compactMap(\.text)
        let twins = types.map { PredicateTypes.prefix + $0 }
        let what =
            types.count == 1
            ? "the document type \(Self.names(types)) has no twin \(Self.names(twins))"
            : "\(types.count) document types have no twins: \(Self.names(types))"
        return LintFinding(
            .missingDocumentTypeTwin,
            what,
            at: values.prefix(1).map(\.place),
            help: types.count == 1
                ? "add \(Self.names(twins)), the type of protected documents"
                : "add each with `\(PredicateTypes.prefix)` before it, the types of protected documents",
            change: .insert(array.path, at: .max, twins.map { .string($0) })
        )
    }
}
