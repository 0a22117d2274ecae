import PolicyModel
import RuleIndex
import URLStandard

/// The classes that the URLs in a tunnel may have.
struct PossibleClasses: Hashable, Sendable {
    private var bits: UInt8 = 0

    /// No class: no rules were consulted.
    init() {}

    static func only(_ urlClass: URLClass) -> PossibleClasses {
        var classes = PossibleClasses()
        classes.insert(urlClass)
        return classes
    }

    mutating func insert(_ urlClass: URLClass) { bits |= Self.bit(urlClass) }

    func contains(_ urlClass: URLClass) -> Bool { bits & Self.bit(urlClass) != 0 }

    /// Whether the class depends on paths and queries, or on the scheme.
    var isMixed: Bool { bits & (bits &- 1) != 0 }

    /// The class of all URLs; nil if there is none or several.
    var only: URLClass? {
        switch bits {
        case Self.bit(.internal): .internal
        case Self.bit(.external): .external
        case Self.bit(.blocked): .blocked
        default: nil
        }
    }

    private static func bit(_ urlClass: URLClass) -> UInt8 {
        switch urlClass {
        case .internal: 1
        case .external: 2
        case .blocked: 4
        }
    }
}

extension EngineState {
    /// Consults the view's rule set about all URLs in a tunnel.
    ///
    /// - Returns: The classes that they may have; empty if no rules are consulted or there is no such rule set. The
    ///   rule of the strictest class is written to the context.
    func askRules(of view: ResolvedView, port: UInt16, _ context: inout DecisionContext) -> PossibleClasses {
        let name = view.ruleSetName
        guard name != ResolvedView.none else { return PossibleClasses() }
        guard let ruleSet = ruleSets[Int(name)] else {
            context.rules = RuleAnswer(.missing)
            return PossibleClasses()
        }
        if context.frame == .resource, !ruleSet.blocksSubresources { return PossibleClasses() }
        if ruleSet.readsDocument { provideDocument(&context) }
        var classes = PossibleClasses()
        let secure = ruleSet.rules.with { $0.matchOrigin(of: context.subject.url, scratch: &context.subject.scratch) }
        var plain: OriginMatch?
        // Any port other than that of HTTPS may carry HTTP, to which other rules can apply.
        if port != 443, context.becomePlain() {
            plain = ruleSet.rules.with { $0.matchOrigin(of: context.secondURL, scratch: &context.subject.scratch) }
        }
        var decisive: RuleMatch?
        for urlClass in [URLClass.blocked, .external, .internal] {
            guard let match = secure.match(of: urlClass) ?? plain?.match(of: urlClass) else { continue }
            classes.insert(urlClass)
            // A rule is more specific than a default of any class.
            if decisive.map({ $0.rank == RuleMatch.noRank && match.rank != RuleMatch.noRank }) ?? true {
                decisive = match
            }
        }
        guard let decisive else { return classes }
        context.rules = RuleAnswer(decisive, of: ruleSet.position)
        if classes.isMixed { context.rules.urlClass = nil }
        return classes
    }
}

extension DecisionContext {
    /// Sets ``secondURL`` to the tunnel's URL with the scheme `http`.
    ///
    /// - Returns: False if that is not a URL; it always is one if the tunnel's URL is.
    fileprivate mutating func becomePlain() -> Bool {
        var url: [UInt8] = []
        swap(&url, &tunnel)
        url.remove(at: 4)
        defer {
            url.insert(UInt8(ascii: "s"), at: 4)
            swap(&url, &tunnel)
        }
        do throws(URLParsingError) {
            try secondURL.parse(url.span)
        } catch {
            return false
        }
        return true
    }
}
