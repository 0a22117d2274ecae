import PolicyAnalysis

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
            "unknown view `\(NameList.shown(name))`\(NameList.hint(name, known)); the policy has \(NameList.list(known))"
        case .container(let name, let known):
            "`\(NameList.shown(name))` holds other views and loads no URLs; the policy has the web views \(NameList.list(known))"
        case .missingView(let known): "the policy has several web views; name one of \(NameList.list(known))"
        case .noWebView: "the policy has no web view that could load a URL"
        case .unknownUser(let name, let known):
            "unknown account `\(NameList.shown(name))`\(NameList.hint(name, known)); "
                + "the policy has \(NameList.list(known)), and `none` is nobody"
        }
    }
}
