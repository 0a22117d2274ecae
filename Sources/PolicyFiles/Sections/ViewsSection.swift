import Diagnostics
import DocumentReading
import PolicyModel

/// `views`: the content views that a document declares, as a tree of `children` or with `parent` references.
struct ViewsSection {
    let context: ReadingContext

    /// A view that was read, before its place in the tree is known.
    private struct ReadView {
        var declaration: ViewDeclaration
        var idPlace: DocumentNode.Place
        /// The value of `webView`, if present.
        var isWebView: Bool?
        var hasChildren = false
        var parentPlace: DocumentNode.Place?
        var ruleSetPlace: DocumentNode.Place?
    }

    /// Reads the views, every parent before its children.
    func read(_ fields: Fields, ruleSets: [RuleSet]) -> [ViewDeclaration] {
        guard fields.has("views") else { return implicitView(fields, ruleSets: ruleSets) }
        guard let node = fields["views"] else { return [] }
        var views: [ReadView] = []
        let names = KnownNames(ruleSets.map(\.name))
        for element in context.elements(node, of: "views") ?? [] { read(element, parent: nil, names, into: &views) }
        return arranged(views)
    }

    /// The view of a document that declares none: one web view, with the only rule set or the rule set named `default`.
    private func implicitView(_ fields: Fields, ruleSets: [RuleSet]) -> [ViewDeclaration] {
        let answering = ruleSets.count == 1 ? ruleSets.first : ruleSets.first { $0.name == "default" }
        if answering == nil, !ruleSets.isEmpty {
            context.report(
                .ambiguousDefault,
                "several rule sets and no views: it is unclear which rule set applies",
                at: fields.keyPlace("ruleSets") ?? fields.place,
                help: "add `views`, or call one of them `default`"
            )
        }
        return [ViewDeclaration(id: PolicyDocument.implicitView, ruleSet: answering?.name)]
    }

    // MARK: One view

    /// Reads a view and the views nested in it. The depth of the document bounds the recursion.
    private func read(_ node: DocumentNode, parent: String?, _ ruleSets: KnownNames, into views: inout [ReadView]) {
        guard let fields = context.fields(node, "a view", keys: DocumentKeys.view) else { return }
        guard let idNode = context.required("id", of: fields), let id = context.name(idNode) else {
            // Its children are read so that their mistakes are reported.
            readChildren(fields, parent: parent, ruleSets, into: &views)
            return
        }
        // It is still in the tree, so that views that name it have no findings of their own.
        context.reportReserved(view: id, at: idNode.place)
        var declaration = ViewDeclaration(id: id, parent: parent, location: context.location(of: node.place))
        if let policy = fields["policy"] {
            declaration.policy = context.choice(policy, called: "web-view policy") ?? .unset
            declaration.policyLocation = context.location(of: policy.place)
        }
        declaration.ruleSet = fields["isExternalURL"].flatMap { context.reference($0, to: "rule set", among: ruleSets) }
        declaration.document = fields["document"].flatMap { context.url($0) }
        var view = ReadView(declaration: declaration, idPlace: idNode.place)
        view.isWebView = fields["webView"].flatMap { context.boolean($0) }
        view.hasChildren = fields.has("children")
        view.ruleSetPlace = fields.keyPlace("isExternalURL")
        if let parentNode = fields["parent"] {
            if parent == nil {
                view.declaration.parent = context.name(parentNode)
                view.parentPlace = parentNode.place
            } else {
                context.report(
                    .unknownKey,
                    "a view inside `children` has its parent already",
                    at: fields.keyPlace("parent") ?? parentNode.place,
                    help: "remove `parent`"
                )
            }
        }
        views.append(view)
        readChildren(fields, parent: id, ruleSets, into: &views)
    }

    private func readChildren(
        _ fields: Fields,
        parent: String?,
        _ ruleSets: KnownNames,
        into views: inout [ReadView]
    ) {
        guard let node = fields["children"] else { return }
        for element in context.elements(node, of: "views") ?? [] {
            read(element, parent: parent, ruleSets, into: &views)
        }
    }

    // MARK: The tree

    /// The views with every parent before its children; views that do not form a tree are reported.
    private func arranged(_ read: [ReadView]) -> [ViewDeclaration] {
        var views = read
        var positions: [String: Int] = [:]
        for (position, view) in views.enumerated() {
            let id = view.declaration.id
            if let first = positions[id] {
                context.report(
                    .duplicateName,
                    "there are two views `\(Quoted.word(id))`",
                    at: view.idPlace,
                    also: [views[first].idPlace],
                    help: "give one of them another id"
                )
            } else {
                positions[id] = position
            }
        }
        var children: [[Int]] = Array(repeating: [], count: views.count)
        var roots: [Int] = []
        for position in views.indices {
            guard let parent = views[position].declaration.parent else {
                roots.append(position)
                continue
            }
            if let holder = positions[parent] {
                children[holder].append(position)
                views[holder].hasChildren = true
            } else {
                roots.append(position)
            }
        }
        for position in roots { checkParent(of: position, views, children) }
        for view in views { checkKind(of: view) }
        let order = preorder(from: roots, children, views)
        if order.count < views.count { reportCycles(views, positions, reached: Set(order)) }
        return order.map { position in
            var declaration = views[position].declaration
            declaration.isWebView = views[position].isWebView ?? !views[position].hasChildren
            return declaration
        }
    }

    /// Reports the parent of a view that is not inside another view, if it has one.
    private func checkParent(of position: Int, _ views: [ReadView], _ children: [[Int]]) {
        guard let parent = views[position].declaration.parent, let place = views[position].parentPlace else { return }
        // A view inside itself, or inside a view that it contains, is a cycle.
        var inside: Set = [position]
        var waiting = [position]
        while let next = waiting.popLast() {
            for child in children[next] where inside.insert(child).inserted { waiting.append(child) }
        }
        guard inside.count == views.count else {
            return context.reportUnknown(
                parent,
                called: "view",
                at: place,
                among: views.indices.filter { !inside.contains($0) }.map { views[$0].declaration.id }
            )
        }
        context.report(
            .unknownName,
            "there is no view `\(Quoted.word(parent))`",
            at: place,
            help: "remove `parent`, because no other view can contain this one"
        )
    }

    private func checkKind(of view: ReadView) {
        if view.isWebView == true, view.hasChildren {
            context.report(
                .webViewWithChildren,
                "a web view cannot contain other views",
                at: view.idPlace,
                help: "write `webView: false`, or move its children"
            )
        }
        let isWebView = view.isWebView ?? !view.hasChildren
        if !isWebView, let place = view.ruleSetPlace {
            context.report(
                .externalOnContainer,
                "`isExternalURL` concerns web views, and this view is not one",
                at: place,
                help: "move it to the web views inside"
            )
        }
    }

    private func preorder(from roots: [Int], _ children: [[Int]], _ views: [ReadView]) -> [Int] {
        var order: [Int] = []
        var waiting = roots.reversed().map { (position: $0, depth: 1) }
        while let (position, depth) = waiting.popLast() {
            order.append(position)
            if depth == context.bounds.viewDepth + 1 {
                context.report(
                    .nestedTooDeeply,
                    "views are nested more than \(context.bounds.viewDepth) levels deep",
                    at: views[position].idPlace
                )
            }
            waiting += children[position].reversed().map { ($0, depth + 1) }
        }
        return order
    }

    /// Reports cycles. A view that no root reaches is part of a cycle or below one. Each cycle is reported once, at its
    /// first view.
    private func reportCycles(_ views: [ReadView], _ positions: [String: Int], reached: Set<Int>) {
        var seen = reached
        for start in views.indices where !seen.contains(start) {
            var chain: [Int] = []
            var position = start
            while seen.insert(position).inserted {
                chain.append(position)
                guard let parent = views[position].declaration.parent, let next = positions[parent] else { break }
                position = next
            }
            guard let first = chain.firstIndex(of: position) else { continue }
            let circle = chain[first...]
            let names = (circle + [position]).prefix(12).map { "`\(Quoted.word(views[$0].declaration.id))`" }
            context.report(
                .cycle,
                "the views contain one another in a cycle: \(names.joined(separator: " in "))",
                at: views[circle.min() ?? position].idPlace,
                help: "remove one `parent`"
            )
        }
    }
}
