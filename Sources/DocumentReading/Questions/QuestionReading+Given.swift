import Diagnostics
package import PolicyModel

/// `given`: the state before something is asked.
extension QuestionReading {
    /// Reads a `given`; the names it defines are in scope from here on.
    package func given(_ node: DocumentNode, _ scope: inout ScenarioScope) -> ScenarioGiven {
        var given = ScenarioGiven()
        guard let fields = reading.fields(node, "`given`", keys: DocumentKeys.given) else { return given }
        if fields.has("user") { scope.namesUser = true }
        given.user = fields["user"].flatMap { users($0, in: scope) }
        given.process = fields["process"].flatMap { identity($0, in: scope) }
        given.task = fields["task"].flatMap { identity($0, in: scope) }
        given.app = fields["app"].flatMap { reading.name($0) }.map { AppID($0) }
        scope.app = given.app ?? scope.app
        given.installed = fields["installed"]
            .flatMap { reading.elements($0, of: "app ids") }?.compactMap { installedApp($0, in: scope) }
        given.mdmEnrolled = fields["mdmEnrolled"].flatMap { reading.boolean($0) }
        given.window = fields["window"].flatMap { reading.name($0) }.map { WindowID($0) }
        given.now = fields["now"].flatMap { instant($0) }
        given.device = fields["device"].flatMap { deviceFacts($0) }
        given.access = fields["access"].flatMap { accessState($0) }
        given.views = fields["views"].map { views($0, &scope) } ?? []
        return given
    }

    /// Reads one account, the accounts that a window shows at once, or `unset`.
    private func users(_ node: DocumentNode, in scope: ScenarioScope) -> ScenarioGiven.Identity? {
        guard case .sequence(let elements) = node.content else { return identity(node, in: scope) }
        if elements.isEmpty {
            reading.report(.missingValue, "no account is named", at: node.place, help: "write `none` for no account")
        }
        var users: [AccountID] = []
        var places: [AccountID: DocumentNode.Place] = [:]
        for element in elements {
            guard let user = account(element, in: scope) else { continue }
            if user.isNoUser {
                reading.report(
                    .unknownValue,
                    "`none` means no account and cannot be combined with other values",
                    at: element.place,
                    help: "remove it, or write `none` instead of the list"
                )
                continue
            }
            // Two names of one account are the same account.
            let id = scope.policy?.document.accounts[user]?.id ?? user
            if let place = places.updateValue(element.place, forKey: id) {
                reading.report(
                    .duplicateName,
                    "the account `\(Quoted.word(id.canonical))` is named twice",
                    at: element.place,
                    also: [place],
                    help: "keep one of them"
                )
                continue
            }
            users.append(user)
        }
        return .accounts(users)
    }

    // MARK: Views

    private func views(_ node: DocumentNode, _ scope: inout ScenarioScope) -> [ScenarioGiven.View] {
        guard case .mapping(let entries) = node.content else {
            reading.report(
                .wrongType,
                "expected views by id, found \(reading.description(of: node))",
                at: node.place,
                help: "write `views: {id: {policy: unmanaged}}`"
            )
            return []
        }
        var views: [ScenarioGiven.View] = []
        var parents: [DocumentNode] = []
        var openers: [DocumentNode] = []
        var windows: [(view: String, place: DocumentNode.Place)] = []
        for entry in entries {
            guard !entry.key.isEmpty else {
                reading.report(.missingValue, "the id of the view is empty", at: entry.keyPlace)
                continue
            }
            guard let fields = reading.fields(entry.value, "a view", keys: DocumentKeys.givenView) else { continue }
            let view = ScenarioGiven.View(
                id: entry.key,
                policy: fields["policy"].flatMap { reading.choice($0, called: "web-view policy") },
                parent: fields["parent"].flatMap { reading.name($0) },
                document: fields["document"].flatMap { reading.url($0) },
                window: fields["window"].flatMap { reading.name($0) }.map { WindowID($0) },
                opener: fields["opener"].flatMap { reading.name($0) },
                page: fields["page"].flatMap { page($0, scope) }
            )
            if view.parent != nil, let parent = fields["parent"] { parents.append(parent) }
            if view.opener != nil, let opener = fields["opener"] { openers.append(opener) }
            if view.opener != nil, view.page != nil, let place = fields.keyPlace("page") {
                reading.report(
                    .unknownKey,
                    "a view with an `opener` shows its opener's page",
                    at: place,
                    help: "remove one of them"
                )
            }
            if view.window != nil, let place = fields.keyPlace("window") { windows.append((entry.key, place)) }
            views.append(view)
            if !scope.views.declares(entry.key) { checkAddedView(entry.key, at: entry.keyPlace, in: scope) }
            scope.views.add(view)
        }
        // A parent may come after its children, and an opener after the view it opened.
        for parent in parents { checkParent(parent, in: scope) }
        for opener in openers { _ = view(opener, in: scope) }
        for (view, place) in windows where scope.views.parent(of: view) != nil {
            reading.report(
                .unknownKey,
                "`\(Quoted.word(view))` is in the window of the view that holds it",
                at: place,
                help: "set `window` on the outermost view"
            )
        }
        return arranged(views, in: scope, at: node.place)
    }

    private func checkParent(_ node: DocumentNode, in scope: ScenarioScope) {
        guard let parent = view(node, in: scope), scope.views.isDeclaredWebView(parent) else { return }
        reading.report(
            .webViewWithChildren,
            "`\(Quoted.word(parent))` is a web view, and a web view cannot contain other views",
            at: node.place,
            help: "name a view that the policy declares with `webView: false`"
        )
    }

    /// Views ordered so that every parent precedes its children; if that is impossible, this is reported and the order
    /// is unchanged.
    package func arranged(
        _ views: [ScenarioGiven.View],
        in scope: ScenarioScope,
        at place: DocumentNode.Place
    ) -> [ScenarioGiven.View] {
        do throws(ScenarioViews.Problem) {
            return try scope.views.arranged(views, depth: reading.bounds.viewDepth)
        } catch {
            switch error {
            case .cycle(let circle):
                let names = (circle + circle.prefix(1)).prefix(12).map { "`\(Quoted.word($0))`" }
                reading.report(
                    .cycle,
                    "the views contain one another in a cycle: \(names.joined(separator: " in "))",
                    at: place,
                    help: "remove one `parent`"
                )
            case .tooDeep(let id):
                reading.report(
                    .nestedTooDeeply,
                    "`\(Quoted.word(id))` is more than \(reading.bounds.viewDepth) levels deep",
                    at: place
                )
            }
            return views
        }
    }

    /// Reads how a page was loaded: `external`, or the account that it was loaded for.
    private func page(_ node: DocumentNode, _ scope: ScenarioScope) -> ScenarioGiven.Page? {
        if node.isMapping {
            guard let fields = reading.fields(node, "a page", keys: DocumentKeys.loadedPage) else { return nil }
            return reading.required("loadedFor", of: fields)
                .flatMap { account($0, in: scope) }.map { .loadedFor($0) }
        }
        guard let text = reading.text(node) else { return nil }
        if text == "external" { return .external }
        if text == "internal" { return .internal }
        reading.reportUnknownValue(text, at: node.place, called: "page", among: ["external", "internal"])
        return nil
    }
}
