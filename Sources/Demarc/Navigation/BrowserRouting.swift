import PolicyModel
import RuleIndex

/// Where a policy sends what must not open in the view.
struct BrowserRouting: Sendable {
    private let browser: RequiredBrowser.Kind
    private let policy: UInt32
    private let lacksManagedBrowser: Bool
    /// Whether the URL is one that a browser can be handed: `http`, `https` and what counts as them.
    private let isWeb: Bool

    init(policy: UInt32, _ state: EngineState, isWeb: Bool) {
        browser = state.policy.requiredBrowsers[Int(policy)].kind
        self.policy = policy
        lacksManagedBrowser = state.lacksManagedBrowser
        self.isWeb = isWeb
    }

    var isRequired: Bool {
        if case .none = browser { false } else { true }
    }

    /// Why an external page may open in the view.
    var notRequired: DecisionReason {
        DecisionReason(.browserNotRequired, browserRequiredBy: policy)
    }

    /// The route to the required browser, after the reasons so far.
    func route(_ urlClass: URLClass?, _ earlier: ReasonList) -> Decision {
        var reasons = earlier
        reasons.append(DecisionReason(.browserRequired, browserRequiredBy: policy))
        func decide(_ verdict: Verdict, _ destination: Destination?, _ code: ReasonCode) -> Decision {
            let isCustom = browser == .custom || browser == .invalid
            reasons.append(isCustom ? DecisionReason(code, customBrowserOf: policy) : DecisionReason(code))
            return Decision(verdict, to: destination, urlClass: urlClass, reasons: reasons)
        }
        switch browser {
        case .invalid: return decide(.block, nil, .openRedirectInvalid)
        case _ where !isWeb: return decide(.block, nil, .browserUnroutable)
        case .custom: return decide(.route, .unmanagedBrowser, .browserCustom)
        case .managed where lacksManagedBrowser: return decide(.route, .installBrowser, .browserNotInstalled)
        case .managed, .none: return decide(.route, .managedBrowser, .browserManaged)
        }
    }
}
