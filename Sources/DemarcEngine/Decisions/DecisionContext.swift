import PolicyModel
import RuleIndex
import URLStandard

/// What one decision reads of its request and writes on its way: buffers that live on from decision to decision, and
/// what has been found out so far.
struct DecisionContext: ~Copyable, Sendable {
    /// The URL that is decided on, empty where the input is not a URL; and what asking rules about it writes to.
    var subject = MatchSubject()
    /// Why the input is not a URL; nil where it is one.
    var parsingError: URLParsingError?
    /// The host that other software finds in an ambiguous URL.
    var otherHost: [UInt8] = []
    /// The same of the origin behind a `blob:` URL.
    var origin = MatchSubject()
    /// The URL that stands for all of a tunnel.
    var tunnel: [UInt8] = []
    /// The URL inside an incoming wrapped one.
    var unwrapped: [UInt8] = []

    // MARK: The request
    var viewID = ViewID(slot: 0, generation: 0)
    var frame = Frame.top
    /// Whether what is allowed in the view replaces the page that it shows.
    var replacesPage = true
    /// The position of the window that the request comes from among those that the engine knows;
    /// ``ResolvedView/none`` for none.
    var window = ResolvedView.none
    /// What the host's own code says of the URL.
    var answer: ExternalURLAnswer?

    // MARK: Found out so far
    /// The position in the policy document of the view that declares the web-view policy of a reason.
    var policyDeclaration = ResolvedView.none
    /// Whether the view that navigates blocks uploads.
    var blocksUpload = false
    /// Who acts, or whose table is gone through where there are two sides.
    var identity = ActingIdentity.unmanaged
    var scheme = NavigationScheme.web
    var rules = RuleAnswer(.notAsked)
    /// The position of the policy that decides: that of whoever acts, or of the side whose table is gone through where
    /// there are two; nil where that is unmanaged.
    var policy: UInt32?
    /// The position of the policy of the other side of a transfer; nil where that side is unmanaged or absent.
    var otherPolicy: UInt32?
    /// The position in the directory of the account to switch to.
    var account: UInt32?
    private(set) var reasons = ReasonList()

    /// Begins another decision on anything but a URL.
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
        account = nil
        reasons = ReasonList()
    }

    @inline(__always)
    mutating func note(_ code: ReasonCode) { reasons.append(code) }

    /// Notes the reasons of an earlier answer, from a position on, behind those that are there.
    mutating func note(_ others: ReasonList, from position: Int) { reasons.append(others, from: position) }

    /// Begins the reasons anew, or takes up those of an earlier answer.
    mutating func setReasons(_ reasons: ReasonList) { self.reasons = reasons }

    /// Notes that several accounts act at once, where they do: the first reason of every decision that asks who acts.
    @inline(__always)
    mutating func noteLockDown(_ identity: ActingIdentity) {
        if case .managed(let managed) = identity, managed.isLockDown { note(.identityLockDown) }
    }

    /// The same of the two sides of a transfer.
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

    /// Blocks a URL that is another one to other readers.
    ///
    /// PERF: kept apart, and off the way of every other URL.
    @inline(never)
    mutating func blockAmbiguous(_ input: Span<UInt8>) -> Outcome {
        otherHost.removeAll(keepingCapacity: true)
        subject.url.appendOtherHost(in: input, to: &otherHost)
        return block(.urlAmbiguous)
    }

    mutating func block(_ code: ReasonCode) -> Outcome {
        note(code)
        return .block
    }
}

extension Frame {
    /// PERF: `==` of an enumeration with raw values compares those, which are texts.
    @inline(__always)
    var isTop: Bool {
        if case .top = self { return true }
        return false
    }
}

extension WebViewPolicy {
    /// Whether what the view shows may not be uploaded.
    @inline(__always)
    var blocksUpload: Bool {
        if case .currentIdentityBlockUpload = self { return true }
        return false
    }
}

/// What a view's rule set says of a URL.
struct RuleAnswer: Sendable {
    /// Whether it says anything.
    enum State: Sendable {
        /// The view has no rule set, or this load does not ask it.
        case notAsked
        /// The policy in force has no rule set of the name that the view has.
        case missing
        /// A `blob:` URL whose origin is opaque.
        case opaqueOrigin
        case answered
    }

    var state: State
    /// The class; nil where the rule set was not asked or has no answer.
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

    /// The rule that decided; see ``Evaluator/ruleWord(ofDecision:)``. Where nothing was asked, the rank is that of no rule.
    @inline(__always)
    var word: UInt64 { rank == RuleMatch.noRank ? 0 : (UInt64(ruleSet) &+ 1) &<< 32 | UInt64(rank) }

    /// The answer as a reason; nil where nothing was asked.
    ///
    /// PERF: what nearly every decision has comes first.
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
