import PolicyModel

/// Whether a view's delegate or rule set calls a URL external.
struct ViewAnswer: Sendable {
    /// Nil is *no answer*.
    var isExternal: Bool?
    var reason: DecisionReason

    init(_ isExternal: Bool?, _ code: ReasonCode) {
        self.isExternal = isExternal
        reason = DecisionReason(code)
    }

    /// What a host's own code says.
    init(_ answer: ExternalURLAnswer) {
        switch answer {
        case .internal: self.init(false, .delegateInternal)
        case .external: self.init(true, .delegateExternal)
        case .none: self.init(nil, .delegateNoAnswer)
        }
    }

    /// What a rule set says; without one every URL counts as internal.
    init(_ rules: RuleAnswer) {
        reason = rules.reason ?? DecisionReason(.navigationUnclassified)
        isExternal = rules.reason == nil ? false : rules.urlClass.map { $0 != .internal }
    }
}
