import Diagnostics

/// Why it is not known in which view, or as whom, a URL is to be decided. The codes are stable.
enum TargetError: Error, Equatable {
    case unknownView(String, known: [String])
    /// The view named holds others and loads no URLs.
    case container(String, known: [String])
    /// Several web views, and none is named.
    case missingView(known: [String])
    case noWebView
    case unknownUser(String, known: [String])

    /// The stable code.
    var code: String {
        switch self {
        case .unknownView: "unknown-view"
        case .container: "not-a-web-view"
        case .missingView: "missing-view"
        case .noWebView: "no-web-view"
        case .unknownUser: "unknown-user"
        }
    }

    /// One line that lists what there is, no final period.
    var message: String {
        switch self {
        case .unknownView(let name, let known):
            "unknown view `\(Self.shown(name))`\(Self.hint(name, known)); the policy has \(Self.list(known))"
        case .container(let name, let known):
            "`\(Self.shown(name))` holds other views and loads no URLs; the policy has the web views \(Self.list(known))"
        case .missingView(let known): "the policy has several web views; name one of \(Self.list(known))"
        case .noWebView: "the policy has no web view that could load a URL"
        case .unknownUser(let name, let known):
            "unknown account `\(Self.shown(name))`\(Self.hint(name, known)); "
                + "the policy has \(Self.list(known)), and `none` is nobody"
        }
    }

    /// How many names are listed before the rest is only counted.
    private static let listed = 20

    private static func shown(_ name: String) -> String { VisibleText.of(String(name.prefix(64))) }

    private static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(listed).map { "`\(Self.shown($0))`" }.joined(separator: ", ")
        return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
    }
}
