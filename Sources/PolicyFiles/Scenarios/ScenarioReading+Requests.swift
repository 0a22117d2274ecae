import PolicyModel

/// `when`: the one thing that is asked, or that happens.
extension ScenarioReading {
    /// Reads a `when`.
    ///
    /// - Returns: What kind of request it is, as soon as that much is clear, and the request.
    func request(
        _ node: DocumentNode,
        _ scope: inout ScenarioScope
    ) -> (question: ScenarioQuestion?, request: ScenarioRequest?) {
        let names = ScenarioQuestion.allCases.map(\.rawValue)
        guard reading.fields(node, "a request", keys: names) != nil, case .mapping(let entries) = node.content else {
            return (nil, nil)
        }
        guard let first = entries.first else {
            reading.report(
                .missingKey,
                "`when` asks nothing",
                at: node.place,
                help: "write one request, such as `navigate`"
            )
            return (nil, nil)
        }
        if entries.count > 1 {
            reading.report(
                .severalRequests,
                "`when` asks one thing",
                at: entries[1].keyPlace,
                also: [first.keyPlace],
                help: "make a scenario of each, or put them into `steps` one after the other"
            )
        }
        guard entries.count == 1, let question = ScenarioQuestion(rawValue: first.key), !first.value.isNull else {
            return (nil, nil)
        }
        var value = first.value
        if case .scalar = value.content, let key = question.shortKey {
            let entry = DocumentNode.Entry(key: key, keyPlace: value.place, value: value)
            value.content = .mapping([entry])
        }
        guard let fields = reading.fields(value, "`\(question.rawValue)`", keys: question.keys) else {
            return (question, nil)
        }
        return (question, request(question, fields, &scope))
    }

    private func request(
        _ question: ScenarioQuestion,
        _ fields: Fields,
        _ scope: inout ScenarioScope
    ) -> ScenarioRequest? {
        switch question {
        case .navigate: navigation(fields, scope)
        case .open: url(fields).map { .open(url: $0, knownManagedApp: isKnownManagedApp(fields)) }
        case .canOpen: url(fields).map { .canOpen(url: $0, knownManagedApp: isKnownManagedApp(fields)) }
        case .universalLink: url(fields).map { .universalLink(url: $0) }
        case .copy: copy(fields, &scope)
        case .paste: paste(fields, scope)
        case .upload: upload(fields, scope)
        case .save: save(fields, scope)
        case .openFrom: openFrom(fields, scope)
        case .send: send(fields, scope)
        case .receive: receive(fields, scope)
        case .appSharing: .appSharing(account: optionalAccount("account", fields, scope))
        case .incoming: incoming(fields, scope)
        case .setting: setting(fields, scope)
        case .signIn: requiredAccount("account", fields, scope).map { .signIn($0) }
        case .signOut: requiredAccount("account", fields, scope).map { .signOut($0) }
        case .switchIdentity: switchIdentity(fields, scope)
        }
    }

    // MARK: URLs

    private func navigation(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let view =
            fields.has("view")
            ? fields["view"].flatMap { self.view($0, in: scope) } : onlyWebView(at: fields.place, in: scope)
        let frame = fields["frame"].flatMap { reading.choice($0, Frame.self, called: "frame") }
        let answer = fields["answer"].flatMap { reading.choice($0, ExternalURLAnswer.self, called: "answer") }
        let isSameDocument = fields["sameDocument"].flatMap { reading.boolean($0) } ?? false
        if isSameDocument, let frame, frame != .top, let place = fields.keyPlace("sameDocument") {
            reading.report(
                .unknownKey,
                "only a page itself can stay the same document",
                at: place,
                help: "remove `sameDocument`, or `frame`"
            )
        }
        return url(fields).map {
            .navigate(view: view, url: $0, frame: frame ?? .top, answer: answer, sameDocument: isSameDocument)
        }
    }

    private func incoming(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let sender = fields["from"].flatMap { app($0, in: scope) }
        return url(fields).map { .incoming(url: $0, from: sender) }
    }

    /// The URL of a request, whatever it is: a scenario may ask what becomes of one that does not parse.
    private func url(_ fields: Fields) -> String? {
        reading.required("url", of: fields).flatMap { anyText($0) }
    }

    /// A text that may hold anything.
    func anyText(_ node: DocumentNode) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return reading.text(node) }
        return text
    }

    private func isKnownManagedApp(_ fields: Fields) -> Bool {
        fields["knownManagedApp"].flatMap { reading.boolean($0) } ?? false
    }

    // MARK: Clipboard

    private func copy(_ fields: Fields, _ scope: inout ScenarioScope) -> ScenarioRequest? {
        let item = item(fields) ?? ClipboardItem()
        scope.hasCopied = true
        return reading.required("from", of: fields).flatMap { place($0, in: scope) }.map { .copy(from: $0, item) }
    }

    private func paste(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let item = item(fields)
        let source = reading.required("from", of: fields).flatMap { place($0, in: scope, orPasteboard: true) }
        let destination = reading.required("into", of: fields).flatMap { place($0, in: scope) }
        guard let source, let destination else { return nil }
        return .paste(from: source, into: destination, item)
    }

    /// The item of a request; nil where neither its kind nor its length is said.
    private func item(_ fields: Fields) -> ClipboardItem? {
        let kind = fields["type"].flatMap { reading.choice($0, ClipboardItem.Kind.self, called: "type") }
        let characters = fields["characters"].flatMap { reading.integer($0, in: 0...Int(Int32.max)) }
        guard kind != nil || characters != nil else { return nil }
        return ClipboardItem(kind ?? .text, characters: characters ?? 1)
    }

    private func upload(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let source = reading.required("from", of: fields).flatMap { place($0, in: scope) }
        let destination = reading.required("into", of: fields).flatMap { page($0, in: scope) }
        guard let source, let destination else { return nil }
        return .upload(from: source, into: destination)
    }

    // MARK: Transfer

    private func save(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let owner = owner(account: "owner", place: "from", fields, scope)
        let account = optionalAccount("account", fields, scope)
        return reading.required("to", of: fields)
            .flatMap { reading.choice($0, SaveLocation.self, called: "location") }
            .map { .save(owner: owner, to: $0, account: account) }
    }

    private func openFrom(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let receiver = optionalAccount("receiver", fields, scope)
        let account = optionalAccount("account", fields, scope)
        return reading.required("from", of: fields)
            .flatMap { reading.choice($0, OpenLocation.self, called: "location") }
            .map { .openFrom(receiver: receiver, from: $0, account: account) }
    }

    private func send(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let sender = fields["from"].flatMap { owner($0, in: scope) }
        let method = fields["via"].flatMap { reading.choice($0, SharingMethod.self, called: "way to send") }
        return reading.required("to", of: fields).flatMap { app($0, in: scope) }
            .map { .send(from: sender, to: $0, via: method ?? .direct) }
    }

    private func receive(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let receiver = optionalAccount("into", fields, scope)
        let owner = optionalAccount("owner", fields, scope)
        return reading.required("from", of: fields).flatMap { app($0, in: scope) }
            .map { .receive(into: receiver, from: $0, owner: owner) }
    }

    private func setting(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let owner = owner(account: "account", place: "in", fields, scope)
        return reading.required("name", of: fields)
            .flatMap { reading.choice($0, SingleSetting.self, called: "setting") }
            .map { .setting($0, of: owner) }
    }

    /// Whose data it is: an account, or the place that it is at.
    private func owner(
        account: String,
        place: String,
        _ fields: Fields,
        _ scope: ScenarioScope
    ) -> ScenarioOwner? {
        if let both = fields.keyPlace(place), fields.has(account) {
            reading.report(
                .unknownKey,
                "`\(account)` and `\(place)` both say whose data it is",
                at: both,
                help: "remove one of them"
            )
        }
        return optionalAccount(account, fields, scope).map { .account($0) }
            ?? fields[place].flatMap { self.place($0, in: scope) }.map { .place($0) }
    }

    // MARK: Identities

    private func switchIdentity(_ fields: Fields, _ scope: ScenarioScope) -> ScenarioRequest? {
        let level = fields["level"].flatMap { reading.choice($0, ScenarioRequest.Level.self, called: "level") } ?? .ui
        let window = fields["window"].flatMap { reading.name($0) }
        if level != .ui, let place = fields.keyPlace("window") {
            reading.report(
                .unknownKey,
                "only the level `ui` has windows",
                at: place,
                help: "remove `window`, or say `level: ui`"
            )
        }
        return reading.required("to", of: fields).flatMap { identity($0, in: scope) }
            .map { .switchIdentity(to: $0, level: level, window: window) }
    }

    private func optionalAccount(_ key: String, _ fields: Fields, _ scope: ScenarioScope) -> AccountID? {
        fields[key].flatMap { account($0, in: scope) }
    }

    private func requiredAccount(_ key: String, _ fields: Fields, _ scope: ScenarioScope) -> AccountID? {
        reading.required(key, of: fields).flatMap { account($0, in: scope) }
    }
}
