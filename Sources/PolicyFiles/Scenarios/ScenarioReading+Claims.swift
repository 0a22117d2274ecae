import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// `claims`: properties that must hold for a policy as a whole.
extension ScenarioReading {
    /// Reads an element of `claims`.
    func claim(_ node: DocumentNode) {
        guard takeScenarios(1, at: node.place) else { return }
        guard let fields = reading.fields(node, "a claim", keys: DocumentKeys.claim) else { return }
        let kinds = Claim.Kind.allCases.filter { fields.has($0.rawValue) }
        guard let kind = kinds.first else {
            let keys = Claim.Kind.allCases.map(\.rawValue)
            reading.report(
                .missingKey,
                "the claim makes no statement",
                at: fields.place,
                help: "write one of \(Quoted.list(keys))"
            )
            return
        }
        if kinds.count > 1, let place = fields.keyPlace(kinds[1].rawValue) {
            reading.report(
                .severalRequests,
                "a claim makes exactly one statement",
                at: place,
                also: [fields.keyPlace(kind.rawValue)].compactMap(\.self),
                help: "write a claim for each"
            )
        }
        if kind != .always, let place = fields.keyPlace("given") {
            reading.report(
                .unknownKey,
                "`given` is only for `always`; `\(kind.rawValue)` is about every account",
                at: place,
                help: "remove it"
            )
        }
        let policy = policy(fields["policy"].map { policyText($0) }, signsIn: false, at: fields.place)
        guard let value = fields[kind.rawValue] else { return }
        let statement = statement(kind, value, fields["given"], policy?.policy)
        let name = fields["name"].flatMap { reading.name($0) }
        if let name, let place = fields["name"]?.place { checkName(name, at: place) }
        guard let statement, let policy, name != nil || !fields.has("name") else { return }
        claims.append(
            Claim(
                name: name ?? statement.words,
                location: reading.location(of: node.place),
                policy: policy.position,
                statement: statement
            )
        )
    }

    private func statement(
        _ kind: Claim.Kind,
        _ node: DocumentNode,
        _ given: DocumentNode?,
        _ policy: ScenarioPolicy?
    ) -> Claim.Statement? {
        switch kind {
        case .never: flow(node, "`never`").map { .never($0) }
        case .can: flow(node, "`can`").map { .can($0) }
        case .always: always(node, given, policy).map { .always($0) }
        case .noMorePermissiveThan:
            baseline(node, "`noMorePermissiveThan`").map { .noMorePermissiveThan($0) }
        case .equivalent: baseline(node, "`equivalent`").map { .equivalent($0) }
        }
    }

    // MARK: Another policy

    private func baseline(_ node: DocumentNode, _ subject: String) -> Claim.Baseline? {
        var file: DocumentNode? = node
        var displayName: DocumentNode?
        var topics: [Claim.Topic] = []
        if node.isMapping {
            guard let fields = reading.fields(node, subject, keys: DocumentKeys.claimBaseline) else { return nil }
            file = reading.required("to", of: fields, help: "name the policy document to compare with")
            displayName = fields["displayName"]
            topics = fields["for"].map { self.topics($0) } ?? []
        }
        guard let file, let path = reading.name(file) else { return nil }
        return document(file, displayName: displayName, signsIn: false).map {
            Claim.Baseline(policy: $0.position, path: path, topics: topics)
        }
    }

    private func topics(_ node: DocumentNode) -> [Claim.Topic] {
        reading.oneOrMany(node).compactMap { element in
            guard let text = reading.name(element) else { return nil }
            if let topic = Claim.Topic(name: text) { return topic }
            reading.reportUnknownValue(text, at: element.place, called: "topic", among: Claim.Topic.allNames)
            return nil
        }
    }

    // MARK: Always

    private func always(_ node: DocumentNode, _ given: DocumentNode?, _ policy: ScenarioPolicy?) -> Claim.Always? {
        guard reading.fields(node, "`always`", keys: DocumentKeys.always) != nil,
            case .mapping(let entries) = node.content
        else { return nil }
        let help = "specify the expected answer; a claim that expects nothing cannot fail"
        guard let then = entries.first(where: { $0.key == "then" }) else {
            reading.report(.missingKey, "`always` needs `then`", at: node.place, help: help)
            return nil
        }
        let defaults = defaults(policy)
        var scope = defaults.scope
        let state = self.given(given, over: defaults, &scope)
        var asked = node
        asked.content = .mapping(entries.filter { $0.key != "then" })
        let (question, urls) = withURLs(&asked)
        let read = questions.question(asked, &scope)
        noteViews(given, state, read.question, scope.policy)
        let expected = expectations(then.value, read.kind, read.question, scope)
        guard let found = read.question, !expected.isEmpty, question == nil || !urls.isEmpty else { return nil }
        var open: Set<Claim.Always.OpenField> = []
        if state.user == nil, policy?.document.isUserExplicit != true { open.insert(.user) }
        if case .copy = found { open.formUnion(openItemFields(asked)) }
        if case .paste = found { open.formUnion(openItemFields(asked)) }
        return Claim.Always(question: found, urls: urls, given: state, openFields: open, expected: expected)
    }

    /// The parts of an item that are not specified.
    private func openItemFields(_ node: DocumentNode) -> Set<Claim.Always.OpenField> {
        guard case .mapping(let entries) = node.content, case .mapping(let fields)? = entries.first?.value.content
        else { return [] }
        return Set([.characters, .type].filter { field in !fields.contains { $0.key == field.rawValue } })
    }

    /// Replaces the conditions under `url` in a question with an example.
    ///
    /// - Returns: Their place, and the conditions; the place is nil if `url` is a text.
    private func withURLs(_ node: inout DocumentNode) -> (place: DocumentNode.Place?, urls: [Condition]) {
        guard case .mapping(var kinds) = node.content, kinds.count == 1,
            case .mapping(var fields) = kinds[0].value.content,
            let position = fields.firstIndex(where: { $0.key == Question.Field.url.rawValue }),
            fields[position].value.isMapping
        else { return (nil, []) }
        let value = fields[position].value
        let errorsBefore = reading.errorCount
        let conditions =
            reading.fields(value, "`url`", keys: DocumentKeys.matchers).map { rules.conditions($0, on: .block) } ?? []
        if conditions.isEmpty, reading.errorCount == errorsBefore {
            reading.report(
                .ruleWithoutMatcher,
                "`url` names no URLs",
                at: value.place,
                help: "add one of \(Quoted.list(DocumentKeys.matchers))"
            )
        }
        fields[position].value.content = .scalar(Claim.Always.exampleURL, isPlain: false)
        kinds[0].value.content = .mapping(fields)
        node.content = .mapping(kinds)
        return (value.place, conditions)
    }
}
