import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Navigations: URLs for everything that the rules of either policy distinguish.
extension DiffRequests {
    /// Adds URLs for every pair of effects that the rules of both policies have together. If only rules differ, URLs that
    /// none of these can match are decided alike, and left out.
    mutating func addNavigations(_ edits: [PolicyEdit]) {
        beginPart()
        let cells = NavigationCells(readings(telling: sampledRules(edits)))
        let isOfRules = areOnlyRules(edits)
        // Views with the same rule sets share a walk.
        var walks: [[String]: ListWalk] = [:]
        for view in views where !isFull {
            let declared = both.compactMap { $0.document.view(named: view) }
            let ruleSets = both.compactMap { $0.document.ruleSet(ofView: view) }.map { SplitRuleSet($0) }
            let walked = Self.walkedHosts(of: ruleSets)
            let versions = Self.edited(ruleSets, edits)
            let edited = versions.map(\.withoutSites)
            let known = RepresentativeURLs(
                inAny: edited.map(\.conditions),
                changed: Self.changed(versions),
                includesOthers: !isOfRules,
                ruleSets.map(\.small),
                hosts: walked.hosts,
                documents: declared.compactMap(\.document),
                schemes: cells.schemes,
                limit: limits.urls
            )
            if !known.isExact || !walked.isExact || !ruleSets.allSatisfy(\.isWalkedExactly) { isExact = false }
            // What was left out may be all that an edit allows.
            let isInBoth = declared.count == both.count
            if known.isCut || isInBoth && Self.leavesOut(known, walked, ruleSets) { reachesEachRule = false }
            let further = known.isExact ? [] : self.further(edited, beyond: known.urls)
            for cell in Self.cells(of: known, further, in: cells) where !isFull {
                add(cell, in: view)
                if !isOfRules { addTunnel(cell.url, users, view) }
            }
            // A rule that no URL matches may still be undecided for a tunnel, whose path is unknown.
            if isOfRules { for url in known.urls + further where !isFull { addTunnel(url, users, view) } }
            let names = ruleSets.map(\.whole.name)
            if names.count == 2, walks[names] == nil, !isFull { walks[names] = walk(ruleSets, besides: known) }
            if let walk = walks[names] { add(walk, cells, in: view) }
        }
        // What was left out may be all that an edited rule matches.
        if isFull, edits.contains(where: \.isOfRules) { reachesEachRule = false }
    }

    /// The URLs to ask, of those that the rules of a view distinguish and further ones of edited rules.
    private static func cells(
        of known: RepresentativeURLs,
        _ further: [String],
        in cells: NavigationCells
    ) -> [NavigationCells.Cell] {
        var cells = cells
        for found in known.found { cells.take(found.url, found.schemes, hosts: [site(of: found.url)]) }
        var schemes = known.schemes
        let sites = Set(known.urls.map(site(of:)))
        for url in further {
            let site = Self.site(of: url)
            // A generated name below a known site is the same site.
            let parent = FreshNames.parent(of: site, behind: "a").map(String.init) ?? site
            let hosts: Set<String> = [sites.contains(parent) ? parent : site]
            cells.take(url, schemes.number(of: [SchemeMatcher.scheme(of: url)]), hosts: hosts)
        }
        return cells.cells(schemes.classes)
    }

    /// Whether entries of a list were left out, or URLs although an edited rule has a large list or a view gets or loses
    /// its rule set: these may be all that shows what an edit allows.
    private static func leavesOut(
        _ known: RepresentativeURLs,
        _ walked: (hosts: [MatcherScope], isExact: Bool),
        _ ruleSets: [SplitRuleSet]
    ) -> Bool {
        guard ruleSets.count == 2 else { return !walked.isExact || known.isPartial }
        // Everything is combined.
        guard ruleSets.contains(where: { !$0.walked.isEmpty }) else { return false }
        let canonical = ruleSets.map { SplitRuleSet($0.whole.canonical) }
        if !walked.isExact, canonical[0].whole != canonical[1].whole { return true }
        // Both walk the same lists.
        guard canonical[0].walked != canonical[1].walked else { return false }
        return known.isPartial && !walked.hosts.isEmpty || SplitRuleSet.areWalkedInPart(ruleSets)
    }

    /// Whether the policies differ only in rules, whose lists are not walked, and which name the same schemes: a named
    /// scheme has an effect on every URL with that scheme.
    private func areOnlyRules(_ edits: [PolicyEdit]) -> Bool {
        let namedSchemes = both.map { $0.asking.policy.ruleSets.map(\.namedSchemes) }
        guard namedSchemes[0] == namedSchemes[1] else { return false }
        var walked: Set<PolicyEdit.Subject> = []
        for ruleSet in both.flatMap(\.document.ruleSets) {
            for rule in SplitRuleSet(ruleSet).walked { walked.insert(.rule(ruleSet: ruleSet.name, id: rule.id)) }
        }
        return edits.allSatisfy { edit in
            guard case .rule = edit.subject else { return !edit.isAsked }
            return !walked.contains(edit.subject)
        }
    }

    /// Walks the lists of the rule sets of both policies, besides sites that are asked one by one.
    private func walk(_ ruleSets: [SplitRuleSet], besides known: RepresentativeURLs) -> ListWalk {
        ListWalk(
            (ruleSets[0].whole, old.asking.policy),
            (ruleSets[1].whole, new.asking.policy),
            besides: Set(known.urls.map(Self.site(of:))),
            schemes: known.schemes,
            scopes: ruleSets.flatMap(\.scopes),
            mostEntries: Self.mostEntries,
            tellsRules: tellsRules
        )
    }

    /// Adds what a walk found, under every scheme.
    private mutating func add(_ walk: ListWalk, _ cells: NavigationCells, in view: String) {
        var cells = cells
        for site in walk.found {
            if site.isChanged { add(site.url, walked: site.count, in: view) }
            cells.take(site.url, site.schemes, walked: site.count)
        }
        for cell in cells.cells(walk.schemes.classes) where !isFull { add(cell, in: view) }
    }

    /// Adds a URL in every frame, and, if the page opens in the browser, also where the browser is not installed.
    ///
    /// If an app opens it, rules count only for the page, and only if they block it: if one policy does so, and not the
    /// other, `https` or an unnamed scheme shows that, unless rules treat these otherwise.
    private mutating func add(_ cell: NavigationCells.Cell, in view: String) {
        guard cell.isOpened else {
            add(cell.url, cell.hosts, walked: cell.walked, in: view)
            guard SchemeClasses.web.contains(SchemeMatcher.scheme(of: cell.url)) else { return }
            for user in users where !isFull {
                let request = FlowRequest(world: .document, user: user, question: .navigate(to: cell.url, in: view))
                addBare(request, cell.hosts, walked: cell.walked)
            }
            return
        }
        // What is asked to find out whether a request is needed counts like a request.
        for user in users where takeRoom() {
            func isBlocked(_ url: String, _ frame: Frame, _ side: Side) -> Bool {
                let question = Question.navigate(to: url, in: view, frame: frame)
                return side.asking.outcome(of: FlowRequest(world: .document, user: user, question: question)).verdict
                    == .block
            }
            let isTold = cell.alike.contains { url in
                [Frame.top, .sub].allSatisfy { isBlocked(url, $0, old) != isBlocked(url, $0, new) }
            }
            guard !isTold else { continue }
            let request = FlowRequest(world: .document, user: user, question: .navigate(to: cell.url, in: view))
            add(request, cell.hosts, walked: cell.walked)
        }
    }

    /// Adds every scheme with URLs of each effect of the rules, if both policies have the same rules.
    mutating func addSchemes() {
        beginPart()
        let readings = readings()
        for view in views where !isFull {
            guard let ruleSet = new.document.ruleSet(ofView: view) else { continue }
            var cells = NavigationCells(readings)
            var classes = SchemeClasses(SplitRuleSet(ruleSet).scopes, and: cells.schemes)
            // Which rule decides adds no information, so a rule about one scheme has no class of its own here.
            let every = classes.number(of: classes.all)
            for url in both.flatMap(\.sites.all).flatMap({ $0.urls(of: ruleSet.name) }) {
                cells.take(url, every, hosts: [Self.site(of: url)])
                guard classes.hasBlobs else { continue }
                // Rules may decide the origin of a `blob:` URL in another way than the URL.
                let blob = SchemeClasses.url(url, with: SchemeClasses.blob)
                cells.take(blob, classes.number(of: [SchemeClasses.blob]), hosts: [Self.site(of: url)])
            }
            for cell in cells.cells(classes.classes) where !isFull { add(cell, in: view) }
        }
    }

    private func readings(telling told: [String: Set<String>] = [:]) -> NavigationCells.Readings {
        func reading(_ side: Side) -> URLSignature.Reading {
            URLSignature.Reading(side.asking.policy, tellsRules: tellsRules, telling: told, isOfRules: true)
        }
        return (reading(old), reading(new))
    }

    /// The edited rules of which only a sample of the URLs is asked: by rule set, their ids. A difference that is asked with
    /// a URL of another rule would not show that it is theirs.
    private func sampledRules(_ edits: [PolicyEdit]) -> [String: Set<String>] {
        var told: [String: Set<String>] = [:]
        for edit in edits.prefix(Self.mostRules) where edit.isOfSampledRule(in: both.map(\.document)) {
            if case .rule(let name, let id) = edit.subject { told[name, default: []].insert(id) }
        }
        return told
    }
}
