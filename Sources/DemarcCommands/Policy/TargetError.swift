import PolicyAnalysis
import PolicyModel

/// Why it is not known in which view, or as whom, a URL is to be decided. The codes are stable.
enum TargetError: Error, Equatable {
    case unknownView(String, known: [String])
    /// The view named holds others and loads no URLs.
    case container(String, known: [String])
    /// Several web views, and none is named.
    case missingView(known: [String])
    case noWebView
    case unknownUser(String, AccountDirectory)

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
        case .unknownView(let name, let known): ScenarioProblem.unknownView(name, field: "view", known: known).message
        case .container(let name, let known): ScenarioProblem.container(name, field: "view", known: known).message
        case .missingView(let known): "the policy has several web views; name one of \(NameList.list(known))"
        case .noWebView: "the policy has no web view that could load a URL"
        case .unknownUser(let name, let directory):
            ScenarioProblem.unknownAccount(name, field: "user", directory).message
        }
    }
}
