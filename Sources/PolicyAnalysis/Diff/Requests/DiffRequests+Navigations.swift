import ByteText
import PolicyModel
import RuleIndex
import URLMatching

/// Navigations: URLs for everything that the rules of either policy distinguish.
extension DiffRequests {
    /// Adds URLs for every pair of effects that the rules of both policies have together. If only rules differ, URLs that
    /// none of these can match are decided alike, and left out.
    mutating func addNavigations(_ old: FlowAsking, _ new: FlowAsking, _ edits: [PolicyEdit]) {
        beginPart()
        let readings = readings(old, new, telling: Self.sampledRules(edits, old, new))
        let (users, views, _) = Self.asked(old, new)
        let isOfRules = Self.areOnlyRules(edits, old, new)
        // Views with the same rule sets share a walk.
        var walks: [[String]: ListWalk] = [:]
        for view in views where !isFull {
            let sides = [old.policy.document, new.policy.document]
            let ruleSets = sides.compactMap { side in side.ruleSet(of: view) }
            let documents = sides.compactMap { side in side.views.first { $0.id == view }?.document }
            let small = ruleSets.map(Self.withoutLargeLists)
            var cells = NavigationCells(readings)
            let walked = Self.walkedHosts(of: ruleSets, beside: small.map(\.ruleSet))
            let versions = Self.edited(ruleSets, edits)
            let edited = versions.map(\.withoutSites)
            let known = RepresentativeURLs(
                inAny: edited.map(\.conditions),
                changed: Self.changed(versions),
                includesOthers: !isOfRules,
                small.map(\.ruleSet),
                hosts: walked.hosts,
                documents: documents,
                schemes: cells.schemes,
                limit: limits.urls
            )
            if !known.isExact || !walked.isExact || small.contains(where: { !$0.isExact }) { isExact = false }
            // What was left out may be all that an edit allows.
            if known.isCut { reachesEachRule = false }
            let isInBoth = sides.allSatisfy { side in side.views.contains { $0.id == view } }
            if isInBoth, Self.leavesOut(known, walked, ruleSets, small) { reachesEachRule = false }
            for found in known.found { cells.take(found.url, found.schemes, hosts: [Self.site(of: found.url)]) }
            var schemes = known.schemes
            let further = known.isExact ? [] : self.further(edited, beyond: known.urls)
            let sites = Set(known.urls.map(Self.site(of:)))
            for url in further {
                let scheme = SchemeMatcher.scheme(of: url)
                let site = Self.site(of: url)
                // A generated name below a known site is the same site.
                let parent = FreshNames.parent(of: site, behind: ["a"]).map(String.init) ?? site
                let hosts: Set<String> = [sites.contains(parent) ? parent : site]
                cells.take(url, schemes.number(of: [scheme]), hosts: hosts)
            }
            for cell in cells.cells(schemes.classes) where !isFull {
                add(cell, users, view, old, new)
                if !isOfRules { addTunnel(cell.url, users, view) }
            }
            // A rule that no URL matches may still be undecided for a tunnel, whose path is unknown.
            if isOfRules { for url in known.urls + further where !isFull { addTunnel(url, users, view) } }
            let used = ruleSets.map(\.name)
            if used.count == 2, walks[used] == nil, !isFull {
                walks[used] = ListWalk(
                    (ruleSets[0], old.policy),
                    (ruleSets[1], new.policy),
                    besides: sites,
                    schemes: known.schemes,
                    scopes: small.flatMap { Self.scopes(of: $0.ruleSet) },
                    mostEntries: Self.mostEntries,
                    tellsRules: tellsRules
                )
            }
            if let walk = walks[used] { add(walk, readings, users, view, old, new) }
        }
        // What was left out may be all that an edited rule matches.
        if isFull, edits.contains(where: \.isOfRules) { reachesEachRule = false }
    }

    /// Whether entries of a list were left out, or URLs although an edited rule has a large list or a view gets or loses
    /// its rule set: these may be all that shows what an edit allows.
    private static func leavesOut(
        _ known: RepresentativeURLs,
        _ walked: (hosts: [MatcherScope], isExact: Bool),
        _ ruleSets: [RuleSet],
        _ small: [(ruleSet: RuleSet, isExact: Bool)]
    ) -> Bool {
        guard ruleSets.count == 2 else { return !walked.isExact || known.isPartial }
        guard ruleSets.contains(where: { $0.rules.contains { $0.hasLists(over: mostEntries) } }) else { return false }
        let (old, new) = (ruleSets[0].canonical, ruleSets[1].canonical)
        if !walked.isExact, old != new { return true }
        let large = [old, new].map { ruleSet in ruleSet.rules.filter { $0.hasLists(over: mostEntries) } }
        guard large[0] != large[1] else { return false }
        return known.isPartial && !walked.hosts.isEmpty || isWalkedInPart(large, beside: small)
    }

    /// Whether a walk of the lists of some rules misses what the rules decide: it asks about neither the paths nor the
    /// ports that rules beside them distinguish, nor about further conditions of the same rule.
    private static func isWalkedInPart(_ large: [[Rule]], beside small: [(ruleSet: RuleSet, isExact: Bool)]) -> Bool {
        if large.joined().contains(where: { $0.conditions.count != 1 || !$0.exceptions.isEmpty }) { return true }
        let conditions = small.flatMap(\.ruleSet.rules).flatMap { $0.conditions + $0.exceptions }
        if conditions.contains(where: { $0.key == .regex }) { return true }
        return small.contains { !$0.isExact } && !scopesOfParts(of: small.map(\.ruleSet)).isEmpty
    }

    /// Whether the policies differ only in rules, whose lists are not walked, and which name the same schemes: a named
    /// scheme has an effect on every URL with that scheme.
    private static func areOnlyRules(_ edits: [PolicyEdit], _ old: FlowAsking, _ new: FlowAsking) -> Bool {
        guard old.policy.ruleSets.map(\.namedSchemes) == new.policy.ruleSets.map(\.namedSchemes) else { return false }
        var walked: Set<PolicyEdit.Subject> = []
        for ruleSet in [old, new].flatMap(\.policy.document.ruleSets) {
            for rule in ruleSet.rules where rule.hasLists(over: mostEntries) {
                walked.insert(.rule(ruleSet: ruleSet.name, id: rule.id))
            }
        }
        return edits.allSatisfy { edit in
            guard case .rule = edit.subject else { return !edit.isAsked }
            return !walked.contains(edit.subject)
        }
    }

    /// Adds what a walk found, under every scheme.
    private mutating func add(
        _ walk: ListWalk,
        _ readings: NavigationCells.Readings,
        _ users: [AccountID],
        _ view: String,
        _ old: FlowAsking,
        _ new: FlowAsking
    ) {
        var cells = NavigationCells(readings)
        for site in walk.found {
            if site.isChanged { add(site.url, [], site.count, users, view) }
            cells.take(site.url, site.schemes, walked: site.count)
        }
        for cell in cells.cells(walk.schemes.classes) where !isFull { add(cell, users, view, old, new) }
    }

    /// Adds a URL in every frame, and, if the page opens in the browser, also where the browser is not installed.
    ///
    /// If an app opens it, rules count only for the page, and only if they block it: if one policy does so, and not the
    /// other, `https` or an unnamed scheme shows that, unless rules treat these otherwise.
    private mutating func add(
        _ cell: NavigationCells.Cell,
        _ users: [AccountID],
        _ view: String,
        _ old: FlowAsking,
        _ new: FlowAsking
    ) {
        guard cell.isOpened else {
            add(cell.url, cell.hosts, cell.walked, users, view)
            guard SchemeClasses.web.contains(SchemeMatcher.scheme(of: cell.url)) else { return }
            for user in users where !isFull {
                let request = FlowRequest(world: .document, user: user, question: .navigate(to: cell.url, in: view))
                addBare(request, old, new, cell.hosts, walked: cell.walked)
            }
            return
        }
        // What is asked to find out whether a request is needed counts like a request.
        for user in users where takeRoom() {
            func isBlocked(_ url: String, _ frame: Frame, _ asking: FlowAsking) -> Bool {
                let question = Question.navigate(to: url, in: view, frame: frame)
                return asking.outcome(of: FlowRequest(world: .document, user: user, question: question)).verdict
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
    mutating func addSchemes(_ old: FlowAsking, _ new: FlowAsking, _ sites: (old: PolicySites, new: PolicySites)) {
        beginPart()
        let readings = readings(old, new)
        let (users, views, _) = Self.asked(old, new)
        for view in views where !isFull {
            guard let ruleSet = new.policy.document.ruleSet(of: view) else { continue }
            var cells = NavigationCells(readings)
            var classes = SchemeClasses(Self.scopes(of: Self.withoutLargeLists(ruleSet).ruleSet), and: cells.schemes)
            // Which rule decides adds no information, so a rule about one scheme has no class of its own here.
            let every = classes.number(of: classes.all)
            for url in (sites.old.all + sites.new.all).flatMap({ $0.urls(of: ruleSet.name) }) {
                cells.take(url, every, hosts: [Self.site(of: url)])
                guard classes.hasBlobs else { continue }
                // Rules may decide the origin of a `blob:` URL in another way than the URL.
                let blob = SchemeClasses.url(url, with: SchemeClasses.blob)
                cells.take(blob, classes.number(of: [SchemeClasses.blob]), hosts: [Self.site(of: url)])
            }
            for cell in cells.cells(classes.classes) where !isFull { add(cell, users, view, old, new) }
        }
    }

    private func readings(
        _ old: FlowAsking,
        _ new: FlowAsking,
        telling told: [String: Set<String>] = [:]
    ) -> NavigationCells.Readings {
        (
            URLSignature.Reading(old.policy, tellsRules: tellsRules, telling: told, isOfRules: true),
            URLSignature.Reading(new.policy, tellsRules: tellsRules, telling: told, isOfRules: true)
        )
    }

    /// The edited rules of which only a sample of the URLs is asked: by rule set, their ids. A difference that is asked with
    /// a URL of another rule would not show that it is theirs.
    private static func sampledRules(
        _ edits: [PolicyEdit],
        _ old: FlowAsking,
        _ new: FlowAsking
    ) -> [String: Set<String>] {
        var told: [String: Set<String>] = [:]
        for edit in edits.prefix(mostRules) where edit.isOfSampledRule(in: [old, new].map(\.policy.document)) {
            if case .rule(let name, let id) = edit.subject { told[name, default: []].insert(id) }
        }
        return told
    }

    static func scopes(of ruleSet: RuleSet) -> [MatcherScope] {
        var told = DistinguishedScopes()
        told.add(ruleSet)
        return told.scopes
    }
}
