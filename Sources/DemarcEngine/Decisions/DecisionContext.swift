import PolicyModel
import RuleIndex
import URLStandard

/// The inputs and intermediate results of one decision, with buffers that are reused from decision to decision.
struct DecisionContext: ~Copyable, Sendable {
    /// The URL that is decided on, empty if the input is not a URL; and the buffer that rule look-ups write to.
    var subject = MatchSubject()
    /// Why the input is not a URL; nil if it is a URL.
    var parsingError: URLParsingError?
    /// The hosts of an ambiguous URL.
    var ambiguousHosts = AmbiguousHosts()
    /// A second URL that the question is about: the origin of a `blob:` URL, a tunnel's URL with the scheme `http`, the
    /// URL inside a link to a managed app, or the URL that the managed browser reads in an ambiguous URL of its scheme.
    ///
    /// Matching it uses the subject's scratch. A second ``MatchSubject`` would make this module take twice as long to
    /// compile: the compiler's checks of borrowed values take time for every pair of fields that an evaluator contains.
    var secondURL = URLRecord()
    /// The URL that represents a whole tunnel.
    var tunnel: [UInt8] = []
    /// The URL inside a link to a managed app, as it was given.
    var unwrapped: [UInt8] = []

    // MARK: The request
    var viewID = ViewID(slot: 0, generation: 0)
    var frame = Frame.top
    /// Whether a page that is allowed in the view replaces the page that the view shows.
    var replacesPage = true
    /// The position of the window that the request comes from; see ``EngineState/position(named:)``.
    var window = ResolvedView.none
    /// The last copy that was decided: the number of the decision, the place, and who owned its content then.
    ///
    /// PERF: the number says whether it is the last decision. To clear the place would cost every other decision.
    var copy: (serial: UInt64, place: Place<ViewID>, owner: ActingIdentity)?
    /// The answer of the host's own code about the URL.
    var answer: ExternalURLAnswer?

    // MARK: Intermediate results
    /// The position in the policy document of the view that declares the web-view policy of a reason.
    var policyDeclaration = ResolvedView.none
    /// Whether the view that navigates blocks uploads.
    var blocksUpload = false
    /// The acting identity, or the side whose table is being evaluated if there are two sides.
    var identity = ActingIdentity.unmanaged
    var scheme = NavigationScheme.web
    var rules = RuleAnswer(.notAsked)
    /// The position of the policy that decides: that of the acting identity or, if there are two sides, of the side
    /// whose table is being evaluated; nil if that side is unmanaged.
    var policy: UInt32?
    /// The position of the policy of the other side of a transfer; nil if that side is unmanaged or absent.
    var otherPolicy: UInt32?
    /// Whether the exception for short texts of the owner's policy applies to the level with which the destination's
    /// policy alone blocked.
    var hasException = false
    /// Whether the owner's side of a transfer with two sides blocks. Its code alone does not say this of a level that
    /// keeps content in its organization.
    ///
    /// PERF: only explanations need it. In each decision, it would make navigations among ten thousand rules 4 % slower.
    var ownerBlocks = false
    /// The position in the directory of the account to switch to.
    var account: UInt32?
    private(set) var reasons = ReasonList()

    /// Begins another decision that is not about a URL.
    mutating func begin() {
        clearFindings()
        subject.url.removeAll()
        parsingError = nil
        policyDeclaration = ResolvedView.none
        identity = .unmanaged
    }

    /// Begins another decision on a URL.
    @inline(__always)
    mutating func begin(in view: ViewID, _ frame: Frame, _ answer: ExternalURLAnswer?, isSameDocument: Bool) {
        viewID = view
        self.frame = frame
        replacesPage = frame.isTop && !isSameDocument
        self.answer = answer
        clearFindings()
    }

    @inline(__always)
    private mutating func clearFindings() {
        rules = RuleAnswer(.notAsked)
        policy = nil
        otherPolicy = nil
        hasException = false
        ownerBlocks = false
        account = nil
        reasons = ReasonList()
    }

    @inline(__always)
    mutating func note(_ code: ReasonCode) { reasons.append(code) }

    /// Appends the reasons of an earlier answer, from a position on.
    mutating func note(_ others: ReasonList, from position: Int) { reasons.append(others, from: position) }

    /// Replaces the reasons, either to start over or to continue with those of an earlier answer.
    mutating func setReasons(_ reasons: ReasonList) { self.reasons = reasons }

    /// Notes that several accounts act at once, if they do: the first reason of every decision that depends on who
    /// acts.
    @inline(__always)
    mutating func noteLockDown(_ identity: ActingIdentity) {
        if case .managed(let managed) = identity, managed.isLockDown { note(.identityLockDown) }
    }

    /// The same for the two sides of a transfer.
    mutating func noteLockDown(_ own: ActingIdentity, _ other: ActingIdentity) {
        noteLockDown(own)
        if reasons.count == 0 { noteLockDown(other) }
    }

    mutating func allow(_ code: ReasonCode) -> Outcome {
        note(code)
        return Outcome(.allow)
    }

    mutating func open(_ target: OpenTarget, in destination: Destination, because code: ReasonCode) -> Outcome {
        note(code)
        return .open(target, in: destination)
    }

    mutating func block(_ code: ReasonCode) -> Outcome {
        note(code)
        return .block
    }

    /// The rule that decided; see ``Evaluator/ruleWord(ofDecision:)``.
    ///
    /// The rule that gives a URL its class decides only if it is among the reasons. If the URL opens elsewhere, for
    /// example, the settings decide.
    @inline(__always)
    var ruleWord: UInt64 {
        // A tunnel whose URLs have several classes has a rule, but no class.
        let ofRule = rules.urlClass == nil ? ReasonCode.connectionUndecided : rules.reason
        guard rules.word != 0, let code = ofRule, reasons.contains(code) else { return 0 }
        return rules.word
    }
}

extension Frame {
    /// PERF: `==` on an enumeration with raw values compares the raw values, which are strings.
    @inline(__always)
    var isTop: Bool {
        if case .top = self { return true }
        return false
    }
}

extension WebViewPolicy {
    /// Whether content of the view must not be uploaded.
    @inline(__always)
    var blocksUpload: Bool {
        if case .currentIdentityBlockUpload = self { return true }
        return false
    }
}

/// The result of consulting a view's rule set about a URL.
struct RuleAnswer: Sendable {
    /// Whether there is a result.
    enum State: Sendable {
        /// The view has no rule set, or this load does not consult it.
        case notAsked
        /// The policy in force has no rule set with the name that the view uses.
        case missing
        /// A `blob:` URL whose origin is opaque.
        case opaqueOrigin
        case answered
    }

    var state: State
    /// The class; nil if the rule set was not consulted or has no answer.
    var urlClass: URLClass?
    /// The position of the rule set in the policy.
    var ruleSet: UInt16 = 0
    /// The rank of the rule that decided; `RuleMatch.noRank` for the default.
    var rank = RuleMatch.noRank
    /// The entry of the rule's list that matched, counted from 1.
    var entry: UInt32 = 0

    init(_ state: State) { self.state = state }

    @inline(__always)
    init(_ match: RuleMatch, of ruleSet: UInt16) {
        state = .answered
        urlClass = match.urlClass
        self.ruleSet = ruleSet
        rank = match.rank
        entry = match.entry
    }

    /// The rule that matched, in the form of ``Evaluator/ruleWord(ofDecision:)``. If no rule set was consulted, the
    /// rank is that of no rule.
    @inline(__always)
    var word: UInt64 { rank == RuleMatch.noRank ? 0 : (UInt64(ruleSet) &+ 1) &<< 32 | UInt64(rank) }

    /// The answer as a reason; nil if no rule set was consulted.
    ///
    /// PERF: the case of nearly every decision comes first.
    @inline(__always)
    var reason: ReasonCode? {
        if case .answered = state { return code }
        return switch state {
        case .notAsked, .answered: nil
        case .missing: .ruleSetMissing
        case .opaqueOrigin: .ruleOpaqueOrigin
        }
    }

    @inline(__always)
    private var code: ReasonCode {
        let isDefault = rank == RuleMatch.noRank
        switch urlClass {
        case .internal?: return isDefault ? .defaultInternal : .ruleInternal
        case .external?: return isDefault ? .defaultExternal : .ruleExternal
        case .blocked?: return isDefault ? .defaultBlocked : .ruleBlocked
        case nil: return .ruleLimit
        }
    }
}
