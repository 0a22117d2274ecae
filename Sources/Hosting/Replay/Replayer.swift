import PolicyModel
import RequestReading
package import RuleIndex

/// Decides logged requests under another policy, and reports when the log does not contain enough for that.
///
/// Masked parts are unknown, and so are binding settings, which records do not contain. Whatever depends on one of them
/// is not provable; no answer is a guess.
package struct Replayer: ~Copyable {
    private let policy: CompiledPolicy
    private var evaluator: Evaluator
    private var scratch = MatchScratch()
    private let hasImplicitAccount: Bool
    /// The accounts of the policy by pseudonym; nil without a key.
    private let accounts: [String: AccountID]?

    /// Creates a replayer for a policy.
    ///
    /// - Parameters:
    ///   - policy: The new policy.
    ///   - key: The key of the log's pseudonyms.
    package init(_ policy: CompiledPolicy, key: SecretKey?) {
        self.policy = policy
        evaluator = PolicyEngine(policy).makeEvaluator()
        let directory = policy.document.accounts
        hasImplicitAccount = directory.isImplicit
        accounts = key.map { key in
            let pseudonyms = AccountPseudonyms(key)
            var accounts: [String: AccountID] = [:]
            for account in directory.accounts {
                for name in [account.id, account.userPrincipalName].compactMap(\.self) {
                    accounts[pseudonyms.pseudonym(of: name)] = account.id
                }
            }
            return accounts
        }
    }

    /// Decides a logged request.
    ///
    /// - Parameter record: The record of its answer.
    /// - Returns: The new answer.
    /// - Throws: ``ReplayGap`` if the new answer is unknown.
    package mutating func decide(_ record: DecisionRecord) throws(ReplayGap) -> ReplayedDecision {
        if let fault = record.fault { return try answer(to: fault, record) }
        // A JSON question can bring its own views, pages and answers.
        guard AdapterKind(rawValue: record.host) != .json else { throw .question }
        guard let url = record.url, let view = record.view else { throw .url }
        guard !record.masked.contains(.credentials) else { throw .credentials }
        let asked = Asked(url: url, view: view, asker: try asker(of: record), record: record)
        switch record.question {
        case .navigate:
            let decision = try navigation(asked)
            if record.sent == .dots { try requireSameForAnyPath(asked, or: .path) }
            if record.masked.contains(.query) { try requireSameForAnyPath(asked, or: .query) }
            return decision
        case .connection:
            let tunnels = record.tunnels
            let decision = ReplayedDecision(try connection(asked, tunnels: tunnels ?? .opaque))
            guard tunnels == nil else { return decision }
            let other = ReplayedDecision(try connection(asked, tunnels: .inspected))
            guard decision.isSame(as: other) else { throw .binding }
            return decision
        default: throw .question
        }
    }

    /// A request that could not be read is blocked by every policy, unless the fault depends on the policy or on the
    /// time.
    private func answer(to fault: String, _ record: DecisionRecord) throws(ReplayGap) -> ReplayedDecision {
        switch RequestFault(rawValue: fault) {
        case nil, .viewUnknown, .bindingUnknown, .accountMissing, .accountInvalid, .timedOut, .overloaded, .peerUnknown:
            throw .fault
        default: return ReplayedDecision(record)
        }
    }

    private func asker(of record: DecisionRecord) throws(ReplayGap) -> RequestBinding.AbsentAccount {
        if let pseudonym = record.account {
            guard let account = accounts?[pseudonym] else { throw .account }
            return .account(account)
        }
        // The implicit account of a document without accounts acts, whoever sent the request.
        if hasImplicitAccount { return .lockDown }
        guard record.reasons.contains(where: { $0.code == ReasonCode.identityLockDown.rawValue }) else {
            throw .noAccount
        }
        return .lockDown
    }

    // MARK: Deciding

    /// The request of a record.
    private struct Asked {
        let url: String
        let view: String
        let asker: RequestBinding.AbsentAccount
        let record: DecisionRecord

        var binding: RequestBinding { RequestBinding(view: view, absentAccount: asker, frames: .secFetch) }

        /// The same with `http` in place of `https`, or the reverse.
        var withOtherScheme: Asked {
            let isSecure = url.hasPrefix("https")
            let other = isSecure ? "http\(url.dropFirst(5))" : "https\(url.dropFirst(4))"
            return Asked(url: other, view: view, asker: asker, record: record)
        }

        /// The URL as the target of a request, in which the default port may be written.
        func target(namesPort: Bool) throws(ReplayGap) -> [UInt8] {
            guard namesPort else { return Array(url.utf8) }
            guard let authority = Replayer.authority(of: url) else { throw .url }
            let scheme = url.utf8.prefix { $0 != UInt8(ascii: ":") }
            let path = url.utf8.dropFirst(scheme.count + 3).drop { $0 != UInt8(ascii: "/") }
            return Array(scheme) + Array("://\(authority)".utf8) + Array(path)
        }
    }

    private mutating func navigation(_ asked: Asked) throws(ReplayGap) -> ReplayedDecision {
        var answer: ReplayedDecision?
        for group in try PossibleBinding.groups(for: asked.record, of: asked.url) {
            for (position, binding) in group.enumerated() {
                let decision = try navigation(asked, binding)
                let other = ReplayedDecision(decision)
                guard answer?.isSame(as: other) ?? true else { throw .binding }
                answer = answer ?? other
                // If all that is decided agrees, so does the part of it that the rest of the group decides.
                if position == 0, !decision.codes.contains(ReasonCode.urlReadingsDiffer.rawValue) { break }
            }
        }
        guard let answer else { throw .binding }
        return answer
    }

    private mutating func navigation(
        _ asked: Asked,
        _ possible: PossibleBinding
    ) throws(ReplayGap) -> RequestDecision {
        // Of all methods, only that of an extended CONNECT makes a difference.
        let isExtended = asked.record.isExtendedConnect
        var request = ObservedRequest(
            method: Array((isExtended ? "CONNECT" : "GET").utf8),
            target: try asked.target(namesPort: possible.namesPort)
        )
        if isExtended { request.connectProtocol = Array("websocket".utf8) }
        request.claim(scheme: Array(asked.url.utf8.prefix { $0 != UInt8(ascii: ":") }), by: possible.claimant)
        request.fetchDestination = asked.record.frame.fetchDestination
        var binding = asked.binding
        binding.readings = possible.readings
        return try decide(request, binding)
    }

    /// Throws if another path or query of a request to its origin may change the decision.
    ///
    /// Rules that depend on a path or query are evaluated both as matching and as not matching. If that makes no
    /// difference, no path or query does.
    private mutating func requireSameForAnyPath(_ asked: Asked, or gap: ReplayGap) throws(ReplayGap) {
        // The question is about HTTP, so it does not cover rules for other schemes.
        guard asked.url.hasPrefix("http") else { throw gap }
        var origins = [asked]
        if PossibleBinding.claimants(of: asked.record, asked.url).contains(.client) {
            origins.append(asked.withOtherScheme)
        }
        var asksRules = false
        for origin in origins {
            let decision = try connection(origin, tunnels: .opaque)
            asksRules = asksRules || decision.urlClass != nil
            guard !decision.codes.contains(ReasonCode.connectionUndecided.rawValue) else { throw gap }
        }
        // The question about a tunnel to port 443 is about `https` alone. A client that claims the scheme may have
        // written that port for `http`.
        guard asksRules, let authority = Self.authority(of: asked.url), authority.hasSuffix(":443"),
            origins.count > 1 || asked.url.hasPrefix("http:")
        else { return }
        guard hasOneClass("http://\(authority)/", in: asked.view) else { throw gap }
    }

    /// Whether the rules of a view give the same class to every URL of an origin.
    private mutating func hasOneClass(_ origin: String, in view: String) -> Bool {
        guard let declaration = policy.document.view(named: view),
            let position = policy.document.position(ofRuleSet: declaration.ruleSet),
            let url = try? URLRecord(parsing: origin.utf8.span)
        else { return false }
        scratch.document = declaration.document.flatMap { SiteDocument($0) }
        let match = policy.ruleSets[position].matchOrigin(of: url, scratch: &scratch)
        return URLClass.allCases.count(where: { match.match(of: $0) != nil }) == 1
    }

    private mutating func connection(
        _ asked: Asked,
        tunnels: RequestBinding.Tunnels
    ) throws(ReplayGap) -> RequestDecision {
        guard let authority = Self.authority(of: asked.url) else { throw .url }
        var request = ObservedRequest(method: Array("CONNECT".utf8), target: Array(authority.utf8))
        request.fetchDestination = asked.record.frame.fetchDestination
        var binding = asked.binding
        binding.tunnels = tunnels
        return try decide(request, binding)
    }

    private mutating func decide(
        _ request: ObservedRequest,
        _ binding: RequestBinding
    ) throws(ReplayGap) -> RequestDecision {
        var reader = RequestReader(binding)
        let decision = reader.decide(request, with: &evaluator)
        // A policy without the view blocks every question in it. Anything else that cannot be read was not in the
        // original request.
        if let fault = decision.fault, fault != .viewUnknown { throw .url }
        return decision
    }

    /// Host and port of a serialized URL, with the default port of its scheme if none is written.
    private static func authority(of url: String) -> String? {
        guard let record = try? URLRecord(parsing: url.utf8.span) else { return nil }
        guard let port = record.effectivePort else { return nil }
        return "\(record.hostString):\(port)"
    }
}

extension DecisionRecord {
    /// How the binding treats tunnels, as far as the reasons show.
    fileprivate var tunnels: RequestBinding.Tunnels? {
        if reasons.contains(where: { $0.code == ReasonCode.connectionInspected.rawValue }) { return .inspected }
        if reasons.contains(where: { $0.code == ReasonCode.connectionUndecided.rawValue }) { return .opaque }
        return nil
    }
}

extension Frame? {
    /// The value that a browser sends for such a load.
    fileprivate var fetchDestination: [UInt8] {
        switch self {
        case .sub: Array("iframe".utf8)
        case .resource: Array("image".utf8)
        case .top, nil: Array("document".utf8)
        }
    }
}
