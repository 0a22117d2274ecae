import ByteText
import Diagnostics
package import PolicyModel

/// Readers of names. Each reports an unknown name and returns nil.
extension QuestionReading {
    /// Reads an account; `none`, and in a file also an empty text, means no account.
    package func account(_ node: DocumentNode, in scope: ScenarioScope) -> AccountID? {
        guard let text = reading.text(node) else { return nil }
        return account(text, at: node.place, in: scope)
    }

    /// Reads the value of an identity level: an account, `none` for no account, or `unset`.
    package func identity(_ node: DocumentNode, in scope: ScenarioScope) -> ScenarioGiven.Identity? {
        if case .scalar(AccountWord.unset.rawValue, _) = node.content { return .unset }
        return account(node, in: scope).map { .accounts([$0]) }
    }

    /// Reads the owner of data: an account, or the place of the data. A name that an account has means that account.
    package func owner(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return place(node, in: scope) }
        let isAccount = scope.declares(account: AccountID(text))
        let isPlace = PlaceWord.read(text).map { $0.word != .pasteboard } ?? scope.declares(view: text)
        guard isPlace, !isAccount else { return account(node, in: scope).map { .account($0) } }
        return place(node, in: scope)
    }

    /// The account with a name, given with the prefix written before it.
    private func account(
        _ text: String,
        behind prefix: String = "",
        at place: DocumentNode.Place,
        in scope: ScenarioScope
    ) -> AccountID? {
        let id = AccountID(named: text)
        guard readsFile || !text.isEmpty else {
            let help = "write `\(prefix)none` for no account"
            reading.report(.missingValue, "no account is named", at: place, help: help)
            return nil
        }
        guard !id.isNoUser else { return .noUser }
        guard let policy = scope.policy, policy.document.accounts[id] == nil else { return id }
        reading.reportUnknown(
            prefix + text,
            called: "account",
            at: place,
            among: policy.accountNames.map { prefix + $0 }
        )
        return nil
    }

    /// Reads an app other than this one.
    package func app(_ node: DocumentNode, in scope: ScenarioScope) -> AppID? {
        guard let text = reading.name(node) else { return nil }
        return app(text, at: node.place, in: scope)
    }

    /// Reads an installed app. If the document declares apps, an app that it does not declare is never looked up.
    package func installedApp(_ node: DocumentNode, in scope: ScenarioScope) -> AppID? {
        guard let text = reading.name(node) else { return nil }
        let id = AppID(text)
        guard let policy = scope.policy, id != scope.app else { return id }
        guard let apps = policy.installableApps else {
            checkManagedBrowser(text, at: node.place)
            return id
        }
        guard !apps.contains(id) else { return id }
        reading.reportUnknown(text, called: "app", at: node.place, among: apps.ordered)
        return nil
    }

    /// Reports an installed app that is probably a misspelled managed browser, without which the browser counts as not
    /// installed. Without declared apps, no other app is ever looked up.
    private func checkManagedBrowser(_ text: String, at place: DocumentNode.Place) {
        guard readsFile, AppID(text) != .managedBrowser,
            let nearest = reading.suggestion(for: text, among: [AppID.managedBrowser.bundleID])
        else { return }
        reading.report(
            .unknownName,
            "`\(Quoted.word(text))` is not the managed browser, the only app that matters if the policy has no `apps`",
            at: place,
            severity: .warning,
            help: "did you mean `\(nearest)`?",
            fix: reading.edit(nearest, at: place)
        )
    }

    /// The app with an id, given with the prefix written before it. An app that the document does not mention is
    /// unmanaged; a scenario may test exactly that, so only a probable misspelling is reported.
    private func app(
        _ text: String,
        behind prefix: String = "",
        at place: DocumentNode.Place,
        in scope: ScenarioScope
    ) -> AppID? {
        let id = AppID(text)
        guard readsFile, let apps = scope.policy?.apps, !apps.contains(id), id != scope.app,
            let nearest = reading.suggestion(for: text, among: apps.ordered)
        else { return id }
        reading.report(
            .unknownName,
            "the document has no app `\(Quoted.word(text))`, so it counts as unmanaged",
            at: place,
            severity: .warning,
            help: "did you mean `\(nearest)`?",
            fix: reading.edit(prefix + nearest, at: place)
        )
        return id
    }

    /// Reads a view. Where it must load URLs, the help for an unknown one names no view that cannot.
    package func view(_ node: DocumentNode, loadsURLs: Bool = false, in scope: ScenarioScope) -> String? {
        guard let text = reading.name(node) else { return nil }
        if scope.views.contains(text) { return text }
        let names = loadsURLs ? scope.views.webViews : scope.views.names
        reading.reportUnknown(text, called: "view", at: node.place, among: names)
        return nil
    }

    /// Reports the id of an added view that means another place, or is probably a misspelled view of the policy.
    func checkAddedView(_ id: String, at place: DocumentNode.Place, in scope: ScenarioScope) {
        guard !reading.reportReserved(view: id, at: place) else { return }
        // PERF: each of thousands of added views would be compared with every view of the policy.
        guard readsFile, let policy = scope.policy, let nearest = nearestView(to: id, in: policy) else { return }
        reading.report(
            .unknownName,
            "the policy has no view `\(Quoted.word(id))`, so one is added",
            at: place,
            severity: .warning,
            help: "did you mean `\(nearest)`?",
            fix: reading.edit(nearest, at: place)
        )
    }

    /// The view of the policy that was probably meant by the id of an added view. Ids that differ only in their digits,
    /// such as `tab` and `tab2`, are no misspellings, and ids of added views are often as short as `panel` and `page`, so
    /// only one edit counts.
    package func nearestView(to id: String, in policy: PolicyNames) -> String? {
        guard let nearest = reading.suggestion(for: id, among: policy.viewNames),
            nearest.withoutDigits != id.withoutDigits
        else { return nil }
        let words = [id, nearest].map { Array($0.lowercased().unicodeScalars) }
        return NearMiss.editDistance(words[0], words[1]) <= 1 ? nearest : nil
    }

    /// The view of a request that names none: the only view that loads URLs.
    package func onlyWebView(at place: DocumentNode.Place, in scope: ScenarioScope) -> String? {
        guard scope.policy != nil else { return nil }
        let views = scope.views.webViews
        guard views.count != 1 else { return views.first }
        let names = views.prefix(10).map(Quoted.word)
        reading.report(
            .ambiguousDefault,
            views.isEmpty ? "there is no web view" : "several web views: it is unclear which one navigates",
            at: place,
            help: views.isEmpty ? "attach one with `views` of `given`" : "add `view` with \(Quoted.list(names))"
        )
        return nil
    }

    /// Reads a page: a view, or an external frame of a view.
    package func page(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        if node.isMapping { return frame(node, in: scope) }
        if case .scalar(let text, _) = node.content, isFrameOfCommands(text, at: node.place, in: scope) { return nil }
        return view(node, in: scope).map { .place(.view($0)) }
    }

    /// Whether a text is an external frame as command lines write it, `frame:ID`; if so, this is reported.
    private func isFrameOfCommands(_ text: String, at place: DocumentNode.Place, in scope: ScenarioScope) -> Bool {
        guard let (word, view) = PlaceWord.read(text), word == .frame,
            !(scope.live?.hasView(text) ?? scope.views.contains(text))
        else { return false }
        reading.report(
            .unknownName,
            "there is no view `\(Quoted.word(text))`",
            at: place,
            help: "write `{view: \(view.isEmpty ? "ID" : Quoted.word(view)), frame: external}` for a frame"
        )
        return true
    }

    /// Reads `{view: ID, frame: external}`.
    private func frame(_ node: DocumentNode, in scope: ScenarioScope) -> Question.FieldValue? {
        guard let fields = reading.fields(node, "a place", keys: DocumentKeys.framePlace) else { return nil }
        let view = reading.required("view", of: fields).flatMap { self.view($0, in: scope) }
        let frame = reading.required("frame", of: fields, help: "write `frame: external`, or the id of the view alone")
        guard let frame, let text = reading.text(frame) else { return nil }
        guard text == "external" else {
            reading.reportUnknownValue(text, at: frame.place, called: "frame", among: ["external"])
            return nil
        }
        return view.map { .place(.externalFrame($0)) }
    }

    /// Reads a place: a view, an external frame of a view, `native`, `account:…` or `app:…`; and `pasteboard` where it
    /// is allowed.
    package func place(
        _ node: DocumentNode,
        in scope: ScenarioScope,
        orPasteboard: Bool = false
    ) -> Question.FieldValue? {
        if node.isMapping { return frame(node, in: scope) }
        guard let text = reading.name(node) else { return nil }
        if let (word, name) = PlaceWord.read(text) {
            switch word {
            case .native: return .place(.native())
            case .pasteboard: return pasteboard(at: node.place, in: scope, isAllowed: orPasteboard)
            case .account:
                return account(name, behind: word.rawValue, at: node.place, in: scope).map { .place(.account($0)) }
            case .app:
                guard name.isEmpty else {
                    return app(name, behind: word.rawValue, at: node.place, in: scope).map { .place(.app($0)) }
                }
                reading.report(.missingValue, "no app is named", at: node.place, help: "write its id after `app:`")
                return nil
            case .frame: if isFrameOfCommands(text, at: node.place, in: scope) { return nil }
            }
        }
        guard !scope.views.contains(text) else { return .place(.view(text)) }
        let words = (orPasteboard ? [.native, .pasteboard] : [PlaceWord.native]).map(\.rawValue)
        let nearest = reading.suggestion(for: text, among: scope.views.names + words)
        let forms = (["{view: ID, frame: external}"] + words).map { "`\($0)`" }.joined(separator: ", ")
        reading.report(
            .unknownName,
            "there is no view `\(Quoted.word(text))`",
            at: node.place,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "a place is the id of a view, \(forms), `account:` with an account, or `app:` with the id of an app",
            fix: reading.edit(nearest, at: node.place)
        )
        return nil
    }

    /// The pasteboard, if it may be named here.
    private func pasteboard(
        at place: DocumentNode.Place,
        in scope: ScenarioScope,
        isAllowed: Bool
    ) -> Question.FieldValue? {
        guard isAllowed else {
            reading.report(
                .unknownValue,
                "`pasteboard` is not allowed here",
                at: place,
                help: "only `from` of `paste` takes it"
            )
            return nil
        }
        if !scope.hasCopied {
            reading.report(
                .nothingCopied,
                "no step before this one copies anything",
                at: place,
                help: "add a step with `copy`, or name the place that the item comes from"
            )
        }
        return .pasteboard
    }
}

extension String {
    /// The bytes that are not digits.
    fileprivate var withoutDigits: [UInt8] { utf8.filter { !$0.isASCIIDigit } }
}
