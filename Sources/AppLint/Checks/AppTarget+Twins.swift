import Diagnostics
import PolicyModel
import PropertyList

/// The twins of query schemes.
extension AppTarget {
    /// The missing twins, in the order of their schemes; the optional twins of sign-in schemes come last.
    func missingTwins(_ missing: [String], in array: LocatedValue.Entry) -> [MissingTwin] {
        var values: [String: LocatedValue] = [:]
        for value in listedSchemes {
            guard let scheme = value.knownText.flatMap({ SchemeText($0).scheme }), values[scheme] == nil else {
                continue
            }
            values[scheme] = value
        }
        let always = Set(AppSettings.queriesSchemesAlwaysRequired)
        var twins = missing.filter { !always.contains($0) }
            .map { twin -> MissingTwin in
                guard let origin = TwinScheme.base(of: twin), let value = values[origin] else {
                    return MissingTwin(twin, of: nil, at: values["mailto"]?.place ?? array.place)
                }
                return MissingTwin(twin, of: origin, at: value.place)
            }
        var listed = Set(listedSchemes.compactMap { $0.text?.lowercased() })
        for value in listedSchemes {
            guard let text = value.text, let twin = SchemeText.twin(ofUnknown: text),
                listed.insert(twin.lowercased()).inserted
            else { continue }
            twins.append(MissingTwin(twin, of: text, at: value.place))
        }
        return twins.filter { !$0.isRedirect } + twins.filter(\.isRedirect)
    }
}

/// A twin that is missing in a list of query schemes.
struct MissingTwin {
    private let twin: String
    /// The scheme whose twin it is; nil for the mail app's twin, which `mailto` requires.
    private let origin: String?
    private let place: SourceRange

    init(_ twin: String, of origin: String?, at place: SourceRange) {
        (self.twin, self.origin, self.place) = (twin, origin, place)
    }

    /// Whether it is the twin of a sign-in scheme.
    var isRedirect: Bool { origin.map { SchemeText.isRedirect($0.lowercased()) } ?? false }

    func finding(in array: LocatedValue.Entry, fits: Bool, of limit: Int) -> LintFinding {
        let name = "`\(Quoted.word(twin))`"
        let help =
            isRedirect
            ? "nothing to do, unless the app asks about it while a policy is in force"
            : fits ? "add \(name)" : "make room for \(name): the system reads only \(limit) entries"
        return LintFinding(
            origin == nil ? .missingRequiredScheme : isRedirect ? .missingRedirectTwin : .missingTwinScheme,
            origin.map { "the query scheme `\(Quoted.word($0))` has no twin \(name)" }
                ?? "the query scheme \(name) is missing: under a policy `mailto` is opened in that app",
            at: [place],
            help: help,
            // The twin of a sign-in scheme should not use one of the limited entries that the system reads.
            change: fits && !isRedirect ? .insert(array.value.path, at: .max, [.string(twin)]) : nil
        )
    }
}
