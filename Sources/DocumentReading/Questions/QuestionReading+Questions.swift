package import PolicyModel

/// `when`: the single question or event. Its fields come from the table of questions.
extension QuestionReading {
    /// Reads a `when`.
    ///
    /// - Returns: The kind of question, if it could be determined, and the question.
    package func question(_ node: DocumentNode, _ scope: inout ScenarioScope) -> (
        kind: Question.Kind?, question: Question?
    ) {
        let names = Question.Kind.allCases.map(\.rawValue)
        guard reading.fields(node, "a request", keys: names) != nil, case .mapping(let entries) = node.content else {
            return (nil, nil)
        }
        guard let first = entries.first else {
            reading.report(
                .missingKey,
                "`when` contains no question",
                at: node.place,
                help: "write one request, such as `navigate`"
            )
            return (nil, nil)
        }
        if entries.count > 1 {
            reading.report(
                .severalRequests,
                "`when` takes exactly one question",
                at: entries[1].keyPlace,
                also: [first.keyPlace],
                help: "write a scenario for each, or put them into `steps` in order"
            )
        }
        guard entries.count == 1, let kind = Question.Kind(rawValue: first.key), !first.value.isNull else {
            return (nil, nil)
        }
        var value = first.value
        if let field = kind.shortField, isShort(value, kind) {
            let entry = DocumentNode.Entry(key: field.rawValue, keyPlace: value.place, value: value)
            value.content = .mapping([entry])
        }
        guard case .mapping = value.content else {
            reportMissingKeys(value, kind)
            return (kind, nil)
        }
        let keys = kind.fields.map(\.field.rawValue)
        guard let fields = reading.fields(value, "`\(kind.rawValue)`", keys: keys) else { return (kind, nil) }
        return (kind, question(kind, fields, &scope))
    }

    /// Reports a value where the fields of a question are expected.
    private func reportMissingKeys(_ value: DocumentNode, _ kind: Question.Kind) {
        let field = (kind.fields.first(where: \.isRequired) ?? kind.fields.first)?.field
        let expected = (kind.shortForm == nil ? "" : "a value or ") + "the keys of `\(kind.rawValue)`"
        reading.report(
            .wrongType,
            "expected \(expected), found \(reading.description(of: value))",
            at: value.place,
            help: field.map { "write `{\($0.rawValue): …}`" }
        )
    }

    /// Whether a question is written in its short form, and not as a mapping of fields.
    private func isShort(_ node: DocumentNode, _ kind: Question.Kind) -> Bool {
        switch node.content {
        case .scalar: kind.shortForm != nil
        case .sequence: kind.shortForm == .values
        case .mapping: false
        }
    }

    private func question(_ kind: Question.Kind, _ fields: Fields, _ scope: inout ScenarioScope) -> Question? {
        var values: [Question.Field: Question.FieldValue] = [:]
        for rule in kind.fields {
            let key = rule.field.rawValue
            guard let node = rule.isRequired ? reading.required(key, of: fields) : fields[key] else { continue }
            values[rule.field] = value(node, rule.form, in: scope)
        }
        checkFields(kind, fields, values)
        if kind == .navigate || kind == .connection, !fields.has(Question.Field.view.rawValue) {
            values[.view] = onlyWebView(at: fields.place, in: scope).map { .text($0) }
        }
        if kind == .copy { scope.hasCopied = true }
        return Question(kind, values)
    }

    /// Reads a field in the form given by the table.
    private func value(
        _ node: DocumentNode,
        _ form: Question.Form,
        in scope: ScenarioScope
    ) -> Question.FieldValue? {
        switch form {
        case .text: anyText(node).map { .text($0) }
        case .boolean: reading.boolean(node).map { .boolean($0) }
        case .count: reading.integer(node, in: 0...Int(Int32.max)).map { .count($0) }
        case .port: reading.integer(node, in: 1...65535).map { .count($0) }
        case .view: view(node, loadsURLs: true, in: scope).map { .text($0) }
        case .window: reading.name(node).map { .text($0) }
        case .account: account(node, in: scope).map { .account($0) }
        case .identity:
            if case .scalar(AccountWord.unset.rawValue, _) = node.content {
                .unset
            } else {
                account(node, in: scope).map { .account($0) }
            }
        case .app: app(node, in: scope).map { .app($0) }
        case .place: place(node, in: scope)
        case .source: place(node, in: scope, orPasteboard: true)
        case .page: page(node, in: scope)
        case .owner: owner(node, in: scope)
        case .instant: instant(node).map { .instant($0) }
        case .duration: reading.duration(node).map { .duration($0) }
        case .device: deviceFacts(node).map { .device($0) }
        case .access: accessState(node).map { .access($0) }
        case .candidate: candidate(node).map { .candidate($0) }
        case .words(let name, let words):
            .words(reading.oneOrMany(node).compactMap { word($0, called: name, among: words) })
        case .word(let name, let words): word(node, called: name, among: words).map { .text($0) }
        }
    }

    /// Reads a text with any content: a scenario may ask about a URL that does not parse.
    package func anyText(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return reading.text(node) }
        return text
    }

    /// Reads one of a few words.
    package func word(_ node: DocumentNode, called what: String, among words: [String]) -> String? {
        guard let text = reading.text(node) else { return nil }
        if words.contains(text) { return text }
        reading.reportUnknownValue(text, at: node.place, called: what, among: words)
        return nil
    }

    // MARK: Mutually exclusive fields

    private func checkFields(
        _ kind: Question.Kind,
        _ fields: Fields,
        _ values: [Question.Field: Question.FieldValue]
    ) {
        switch kind {
        case .navigate:
            guard values[.sameDocument] == .boolean(true), let frame = values[.frame],
                frame != .text(Frame.top.rawValue)
            else { return }
            reject(
                .sameDocument,
                of: fields,
                "only a page itself can stay the same document",
                help: "remove `sameDocument`, or `frame`"
            )
        case .save: checkOwner(.owner, .from, of: fields)
        case .setting: checkOwner(.account, .in, of: fields)
        case .switchIdentity:
            guard let level = values[.level], level != .text(Question.Level.ui.rawValue) else { return }
            reject(
                .window,
                of: fields,
                "only the level `ui` has windows",
                help: "remove `window`, or write `level: ui`"
            )
        case .config: checkQuery(fields, values)
        case .open, .canOpen, .universalLink, .incoming, .connection, .copy, .paste, .upload, .openFrom, .send,
            .receive,
            .appSharing, .launch, .unlock, .pin, .wait, .signIn, .signOut:
            return
        }
    }

    /// Checks that this kind of query exists for values of the type.
    private func checkQuery(_ fields: Fields, _ values: [Question.Field: Question.FieldValue]) {
        guard case .text(let query)? = values[.query], let query = AppConfigurationQuery(rawValue: query) else {
            return
        }
        var kind = AppConfigurationValue.Kind.string
        if case .text(let type)? = values[.type] { kind = AppConfigurationValue.Kind(rawValue: type) ?? kind }
        guard !query.exists(for: kind) else { return }
        reject(
            .query,
            of: fields,
            "a \(kind.rawValue) has no `\(query.rawValue)`",
            help: kind == .bool ? "write `or`, `and` or `any`" : "write `min`, `max` or `any`"
        )
    }

    /// Checks that only one of two fields specifies the owner of the data: the account, or the place of the data.
    private func checkOwner(_ account: Question.Field, _ place: Question.Field, of fields: Fields) {
        guard fields.has(account.rawValue) else { return }
        reject(
            place,
            of: fields,
            "`\(account.rawValue)` and `\(place.rawValue)` both specify whose data it is",
            help: "remove one of them"
        )
    }

    private func reject(_ field: Question.Field, of fields: Fields, _ message: String, help: String) {
        guard let place = fields.keyPlace(field.rawValue) else { return }
        reading.report(.unknownKey, message, at: place, help: help)
    }
}
