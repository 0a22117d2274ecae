package import PolicyModel

/// A question that has been decided but not yet converted to text.
package enum DecidedQuestion {
    /// A navigation of a view.
    case navigation(Decision, in: ViewID)
    /// A tunnel for a view.
    case connection(Decision, in: ViewID)
    /// Any other decision, with the view in whose window the acting account acts; nil for the window of the question.
    case decision(Decision, in: ViewID? = nil)
    /// An answer that is already complete.
    case answered(Answer)
    /// A launch, with the access after it.
    case launch(LaunchDecision, AccessState)
    /// An identity question, which has been carried out.
    case identity(SwitchIdentityResult)
}

extension Evaluator {
    /// Looks up the names in a question, and calls the method for that question.
    ///
    /// If a method takes no identity, `user` stands for the account that the question omitted.
    package mutating func decide(
        _ question: Question,
        as user: AccountID? = nil,
        in window: WindowID? = nil,
        pasteboard: CopiedItem? = nil
    ) throws(QuestionError) -> DecidedQuestion {
        let names = QuestionNames(lookup: names, window: window)
        try names.lookup.checkUser(user)
        switch question {
        case .navigate(let url, let view, let frame, let answer, let isSameDocument):
            let view = try names.lookup.webView(named: view)
            let decision = navigation(
                to: url.utf8.span,
                in: view,
                frame: frame,
                answer: answer,
                isSameDocument: isSameDocument,
                identity: user
            )
            return .navigation(decision, in: view)

        // MARK: Opening
        case .open(let url, let isKnown):
            return .decision(open(url.utf8.span, isKnownManagedAppScheme: isKnown, identity: user, in: window))
        case .canOpen(let url, let isKnown):
            return .decision(canOpen(url.utf8.span, isKnownManagedAppScheme: isKnown, identity: user, in: window))
        case .universalLink(let url): return .decision(universalLink(url.utf8.span, identity: user, in: window))
        case .incoming(let url, let sender):
            return .decision(openIncoming(url.utf8.span, from: sender, identity: user, in: window))

        case .connection(let host, let port, let view, let frame):
            let view = try names.lookup.webView(named: view)
            let frame: Frame = frame == .resource ? .resource : .top
            let decision = connection(to: host.utf8.span, port: port, in: view, frame: frame, identity: user)
            return .connection(decision, in: view)

        // MARK: Clipboard and uploads
        case .copy(let item, let source):
            let source = try names.place(source, .from)
            return .decision(copy(item, from: source, identity: user), in: source.viewID)
        case .paste(let item, let source, let destination):
            let source = try names.place(source, .from)
            let destination = try names.place(destination, .into)
            let decision = paste(item ?? .oneCharacter, from: source, into: destination, identity: user)
            return .decision(decision, in: Self.view(ofPasteFrom: source, into: destination))
        case .pasteCopied(let kind, let characters, let destination):
            guard let pasteboard else { throw .emptyPasteboard }
            let destination = try names.place(destination, .into)
            var item = pasteboard.item
            item.kind = kind ?? item.kind
            item.characters = characters ?? item.characters
            let decision = paste(item, ownedBy: pasteboard.owner, into: destination, identity: user)
            return .decision(decision, in: destination.viewID)
        case .upload(let source, let view, let isExternalFrame):
            let source = try names.place(source, .from)
            let view = try names.view(view, .into)
            let decision = upload(from: source, into: view, isExternalFrame: isExternalFrame, identity: user)
            return .decision(decision, in: view)

        // MARK: Transfer
        case .save(let location, let account, .place(let place)?):
            let place = try names.place(place, .from)
            try names.check(account, .account)
            return .decision(save(to: location, of: account, from: place, identity: user), in: place.viewID)
        case .save(let location, let account, let owner):
            let owner = try names.account(owner, .owner)
            try names.check(account, .account)
            return .decision(save(to: location, of: account, ownedBy: owner ?? user, in: window))
        case .openFrom(let location, let account, let receiver):
            try names.check(receiver, .receiver)
            try names.check(account, .account)
            return .decision(open(from: location, of: account, receivedBy: receiver ?? user, in: window))
        case .send(let app, let method, .place(let place)?):
            let place = try names.place(place, .from)
            return .decision(send(to: app, via: method, from: place, identity: user, in: window), in: place.viewID)
        case .send(let app, let method, let owner):
            let owner = try names.account(owner, .from)
            return .decision(send(to: app, via: method, ownedBy: owner, identity: user, in: window))
        case .receive(let app, let account, let owner):
            try names.check(account, .into)
            try names.check(owner, .owner)
            return .decision(receive(from: app, into: account, ownedBy: owner, identity: user, in: window))
        case .appSharing(let account):
            try names.check(account, .account)
            return .decision(appSharing(of: account ?? user, in: window))
        case .setting(let setting, .place(let place)?):
            let place = try names.place(place, .in)
            return .decision(self.setting(setting, at: place, identity: user), in: place.viewID)
        case .setting(let setting, let owner):
            let account = try names.account(owner, .account)
            return .decision(self.setting(setting, for: account ?? user, in: window))
        case .config(let key, let type, let query, let account):
            try names.check(account, .account)
            return .answered(
                appConfiguration(for: account ?? user, in: window).answer(to: key, as: type, query: query)
            )

        // MARK: Launch
        case .launch(let account, let device, let access, let now):
            guard let now else { throw .missingInstant }
            try names.check(account, .account)
            let decision = launch(of: account ?? user, device: device, access: access, at: now, in: window)
            return .launch(decision, access)
        case .unlock(let account, let means, let device, let access, let now):
            guard let now else { throw .missingInstant }
            try names.check(account, .account)
            let unlocked = unlock(account ?? user, by: means, device: device, access: access, at: now, in: window)
            return .launch(unlocked.decision, unlocked.access)
        case .pin(let candidate, let isReused, let account):
            try names.check(account, .account)
            return .answered(pin(candidate, isReused: isReused, of: account ?? user, in: window))
        case .wait: throw .noClock

        // MARK: Identities
        case .signIn(let account): return .identity(PolicyEngine(of: store).signIn(account))
        case .signOut(let account): return .identity(PolicyEngine(of: store).signOut(account))
        case .switchIdentity(let account, let level, let window):
            return .identity(switchIdentity(to: account, at: level, window))
        }
    }

    /// The view in whose window the person who pastes acts; nil for the window of the question.
    private static func view(ofPasteFrom source: Place<ViewID>, into destination: Place<ViewID>) -> ViewID? {
        switch destination {
        case .view, .externalFrame, .native: destination.viewID
        // Nobody acts there, so the account that acts at the source is the one that matters.
        case .account, .app: source.viewID
        }
    }

    private func switchIdentity(
        to account: AccountID?,
        at level: Question.Level,
        _ window: WindowID?
    ) -> SwitchIdentityResult {
        switch level {
        case .process: return PolicyEngine(of: store).switchIdentity(to: account, at: .process)
        case .ui:
            let level = window.map { IdentityLevel.window($0) } ?? .hostWide
            return PolicyEngine(of: store).switchIdentity(to: account, at: level)
        case .task:
            // A task that begins inside another may have an identity of its own, so the identity of the current task is
            // not checked.
            guard let account, !account.isNoUser, !names.hasAccount(account) else { return .success }
            return .failed
        }
    }
}

extension Place<ViewID> {
    /// The view that it is, or is inside; nil for a place outside of views.
    fileprivate var viewID: ViewID? {
        switch self {
        case .view(let view), .externalFrame(let view): view
        case .native, .account, .app: nil
        }
    }
}

/// Looks up the names in the fields of one question.
private struct QuestionNames {
    let lookup: NameLookup
    /// The window that the question comes from.
    let window: WindowID?

    func view(_ name: String, _ field: Question.Field) throws(QuestionError) -> ViewID {
        try lookup.view(named: name, field: field.rawValue)
    }

    func place(_ place: NamedPlace, _ field: Question.Field) throws(QuestionError) -> Place<ViewID> {
        try lookup.place(place, field: field.rawValue, in: window)
    }

    /// The account of an owner; nil if it was omitted.
    func account(_ owner: Question.Owner?, _ field: Question.Field) throws(QuestionError) -> AccountID? {
        guard case .account(let account)? = owner else { return nil }
        try check(account, field)
        return account
    }

    func check(_ account: AccountID?, _ field: Question.Field) throws(QuestionError) {
        try lookup.check(account, field: field.rawValue)
    }
}
