import PolicyModel

/// A reason as the decision path writes it: a code and what it points at, without text, in twelve bytes.
///
/// Positions are those of the compiled policy that made the decision; whoever holds that policy turns them into a
/// ``Reason``.
///
/// PERF: an enum with payloads is three times the size, and a decision holds four of these; copying them was a third of
/// the time of a decision.
struct DecisionReason: Hashable, Sendable {
    /// What stands behind a reason.
    enum Subject: Hashable, Sendable {
        case nothing
        /// A rule by its rank in a rule set, and the entry of its list that matched, counted from 1; 0 without one.
        case rule(ruleSet: UInt16, rank: UInt32, entry: UInt32)
        /// The default of a rule set.
        case ruleSet(UInt16)
        /// A setting of the app protection policy at a position.
        case policySetting(PolicySetting, policy: UInt32)
        /// A setting of the app.
        case appSetting(AppSetting)
        /// The web-view policy of a view, by the position of its declaration; nil where the host set it.
        case viewPolicy(declaration: UInt32?)
    }

    enum Kind: UInt8, Hashable, Sendable {
        case nothing, rule, ruleSet, managedBrowserRequired, customBrowserProtocol, treatAllWebViewsAsUnmanaged,
            webViewHandledURLSchemes, viewPolicy
    }

    let code: ReasonCode
    let kind: Kind
    let ruleSet: UInt16
    let position: UInt32
    let entry: UInt32

    init(_ code: ReasonCode, _ kind: Kind, ruleSet: UInt16 = 0, position: UInt32 = 0, entry: UInt32 = 0) {
        self.code = code
        self.kind = kind
        self.ruleSet = ruleSet
        self.position = position
        self.entry = entry
    }

    /// A reason with nothing behind it.
    init(_ code: ReasonCode) { self.init(code, .nothing) }

    /// A reason with a rule behind it.
    init(_ code: ReasonCode, ruleSet: UInt16, rank: UInt32, entry: UInt32) {
        self.init(code, .rule, ruleSet: ruleSet, position: rank, entry: entry)
    }

    /// A reason with a rule set behind it.
    init(_ code: ReasonCode, ruleSet: UInt16) { self.init(code, .ruleSet, ruleSet: ruleSet) }

    /// A reason with `managedBrowserToOpenLinksRequired` behind it.
    init(_ code: ReasonCode, browserRequiredBy policy: UInt32) {
        self.init(code, .managedBrowserRequired, position: policy)
    }

    /// A reason with `customBrowserProtocol` behind it.
    init(_ code: ReasonCode, customBrowserOf policy: UInt32) {
        self.init(code, .customBrowserProtocol, position: policy)
    }

    /// A reason with the web-view policy of a declared view behind it; nil where the host set it.
    init(_ code: ReasonCode, viewDeclaration: UInt32?) {
        self.init(code, .viewPolicy, position: viewDeclaration ?? .max)
    }

    /// `TreatAllWebViewsAsUnmanaged` decided.
    static var treatAllWebViewsAsUnmanaged: DecisionReason {
        DecisionReason(.viewTreatAllAsUnmanaged, .treatAllWebViewsAsUnmanaged)
    }

    /// `WebViewHandledURLSchemes` decided.
    static var handledScheme: DecisionReason {
        DecisionReason(.navigationHandledScheme, .webViewHandledURLSchemes)
    }

    /// What stands behind the reason.
    var subject: Subject {
        switch kind {
        case .nothing: .nothing
        case .rule: .rule(ruleSet: ruleSet, rank: position, entry: entry)
        case .ruleSet: .ruleSet(ruleSet)
        case .managedBrowserRequired: .policySetting(.managedBrowserToOpenLinksRequired, policy: position)
        case .customBrowserProtocol: .policySetting(.customBrowserProtocol, policy: position)
        case .treatAllWebViewsAsUnmanaged: .appSetting(.treatAllWebViewsAsUnmanaged)
        case .webViewHandledURLSchemes: .appSetting(.webViewHandledURLSchemes)
        case .viewPolicy: .viewPolicy(declaration: position == .max ? nil : position)
        }
    }
}
