/// Converts a question to the fields of its table, and back.
extension Question {
    /// The value of a field.
    package enum FieldValue: Hashable, Sendable {
        /// A text, the name of a view or window, or one of some words.
        case text(String)
        case boolean(Bool)
        case count(Int)
        case account(AccountID)
        case app(AppID)
        case place(NamedPlace)
        /// Content that an earlier question copied.
        case pasteboard
        /// No identity: the next level applies.
        case unset
        case instant(Instant)
        case duration(PolicyDuration)
        case device(DeviceFacts)
        case access(AccessState)
        case candidate(PINCandidate)
        case words([String])
    }

    /// Creates a question from its fields; nil if a required field is missing or does not have the form that the table
    /// requires.
    ///
    /// - Parameters:
    ///   - kind: The kind of question.
    ///   - values: The values of its fields.
    package init?(_ kind: Kind, _ values: [Field: FieldValue]) {
        guard let question = Self.make(kind, Values(values)) else { return nil }
        self = question
    }

    private static func make(_ kind: Kind, _ values: Values) -> Question? {
        switch kind {
        case .navigate:
            values.text(.url).map {
                .navigate(
                    to: $0,
                    in: values.text(.view),
                    frame: values.word(.frame) ?? .top,
                    answer: values.word(.answer),
                    isSameDocument: values.isTrue(.sameDocument)
                )
            }
        case .open:
            values.text(.url).map { .open($0, isKnownManagedAppScheme: values.isTrue(.knownManagedApp)) }
        case .canOpen:
            values.text(.url).map { .canOpen($0, isKnownManagedAppScheme: values.isTrue(.knownManagedApp)) }
        case .universalLink: values.text(.url).map { .universalLink($0) }
        case .incoming: values.text(.url).map { .incoming($0, from: values.app(.from)) }
        case .connection: connection(values)
        case .copy: values.place(.from).map { .copy(values.item ?? .oneCharacter, from: $0) }
        case .paste: paste(values)
        case .upload: upload(values)
        case .save:
            values.word(.to).map {
                .save(to: $0, of: values.account(.account), ownedBy: values.owner(.owner) ?? values.owner(.from))
            }
        case .openFrom:
            values.word(.from).map {
                .openFrom($0, of: values.account(.account), receivedBy: values.account(.receiver))
            }
        case .send:
            values.app(.to).map {
                .send(to: $0, via: values.word(.via) ?? .direct, ownedBy: values.owner(.from))
            }
        case .receive:
            values.app(.from).map {
                .receive(from: $0, into: values.account(.into), ownedBy: values.account(.owner))
            }
        case .appSharing: .appSharing(of: values.account(.account))
        case .setting:
            values.word(.name).map { .setting($0, of: values.owner(.account) ?? values.owner(.in)) }
        case .config:
            values.text(.key).map {
                .config(
                    $0,
                    as: values.word(.type) ?? .string,
                    query: values.word(.query) ?? .any,
                    of: values.account(.account)
                )
            }
        case .launch:
            .launch(
                of: values.account(.account),
                device: values.device ?? DeviceFacts(),
                access: values.access ?? AccessState(),
                at: values.instant
            )
        case .unlock:
            values.means.map {
                .unlock(
                    of: values.account(.account),
                    by: $0,
                    device: values.device ?? DeviceFacts(),
                    access: values.access ?? AccessState(),
                    at: values.instant
                )
            }
        case .pin:
            values.candidate.map { .pin($0, isReused: values.isTrue(.reused), of: values.account(.account)) }
        case .wait: values.duration.map { .wait($0) }
        case .signIn: values.account(.account).map { .signIn($0) }
        case .signOut: values.account(.account).map { .signOut($0) }
        case .switchIdentity: switchIdentity(values)
        }
    }

    private static func connection(_ values: Values) -> Question? {
        guard let host = values.text(.host), let port = values.count(.port).flatMap({ UInt16(exactly: $0) }) else {
            return nil
        }
        return .connection(to: host, port: port, in: values.text(.view), frame: values.word(.frame) ?? .top)
    }

    private static func paste(_ values: Values) -> Question? {
        guard let destination = values.place(.into) else { return nil }
        if values[.from] == .pasteboard {
            return .pasteCopied(as: values.word(.type), characters: values.count(.characters), into: destination)
        }
        return values.place(.from).map { .paste(values.item, from: $0, into: destination) }
    }

    private static func upload(_ values: Values) -> Question? {
        guard let source = values.place(.from), let page = values.place(.into) else { return nil }
        switch page {
        case .view(let view): return .upload(from: source, into: view)
        case .externalFrame(let view): return .upload(from: source, into: view, isExternalFrame: true)
        case .native, .account, .app: return nil
        }
    }

    private static func switchIdentity(_ values: Values) -> Question? {
        guard values[.to] == .unset || values.account(.to) != nil else { return nil }
        return .switchIdentity(
            to: values.account(.to),
            at: values.word(.level) ?? .ui,
            window: values.text(.window).map { WindowID($0) }
        )
    }

    private struct Values {
        private let values: [Field: FieldValue]

        init(_ values: [Field: FieldValue]) { self.values = values }

        subscript(field: Field) -> FieldValue? { values[field] }

        func text(_ field: Field) -> String? { if case .text(let text)? = values[field] { text } else { nil } }

        func isTrue(_ field: Field) -> Bool { values[field] == .boolean(true) }

        func word<Word: RawRepresentable>(_ field: Field) -> Word? where Word.RawValue == String {
            text(field).flatMap { Word(rawValue: $0) }
        }

        func count(_ field: Field) -> Int? { if case .count(let count)? = values[field] { count } else { nil } }

        func account(_ field: Field) -> AccountID? {
            if case .account(let account)? = values[field] { account } else { nil }
        }

        func app(_ field: Field) -> AppID? { if case .app(let app)? = values[field] { app } else { nil } }

        func place(_ field: Field) -> NamedPlace? { if case .place(let place)? = values[field] { place } else { nil } }

        func owner(_ field: Field) -> Owner? {
            account(field).map { .account($0) } ?? place(field).map { .place($0) }
        }

        var instant: Instant? { if case .instant(let instant)? = values[.at] { instant } else { nil } }

        var duration: PolicyDuration? { if case .duration(let time)? = values[.duration] { time } else { nil } }

        var device: DeviceFacts? { if case .device(let facts)? = values[.device] { facts } else { nil } }

        var access: AccessState? { if case .access(let state)? = values[.access] { state } else { nil } }

        var candidate: PINCandidate? { if case .candidate(let pin)? = values[.candidate] { pin } else { nil } }

        var means: [UnlockMeans]? {
            guard case .words(let words)? = values[.by] else { return nil }
            let means = words.compactMap { UnlockMeans(rawValue: $0) }
            return means.count == words.count ? means : nil
        }

        /// The item; nil if neither its kind nor its length is given.
        var item: ClipboardItem? {
            let kind: ClipboardItem.Kind? = word(.type)
            let characters = count(.characters)
            guard kind != nil || characters != nil else { return nil }
            return ClipboardItem(kind ?? .text, characters: characters ?? ClipboardItem.oneCharacter.characters)
        }
    }

    // MARK: Conversion to fields

    /// The kind of question.
    public var kind: Kind {
        switch self {
        case .navigate: .navigate
        case .open: .open
        case .canOpen: .canOpen
        case .universalLink: .universalLink
        case .incoming: .incoming
        case .connection: .connection
        case .copy: .copy
        case .paste, .pasteCopied: .paste
        case .upload: .upload
        case .save: .save
        case .openFrom: .openFrom
        case .send: .send
        case .receive: .receive
        case .appSharing: .appSharing
        case .setting: .setting
        case .config: .config
        case .launch: .launch
        case .unlock: .unlock
        case .pin: .pin
        case .wait: .wait
        case .signIn: .signIn
        case .signOut: .signOut
        case .switchIdentity: .switchIdentity
        }
    }

    /// The values of the fields; fields that were omitted and have no default are missing.
    package var values: [Field: FieldValue] {
        switch self {
        case .navigate(let url, let view, let frame, let answer, let isSameDocument):
            [
                .view: view.map { .text($0) }, .url: .text(url), .frame: .text(frame.rawValue),
                .answer: answer.map { .text($0.rawValue) }, .sameDocument: isSameDocument ? .boolean(true) : nil,
            ].compactMapValues(\.self)
        case .open(let url, let isKnown), .canOpen(let url, let isKnown):
            [.url: .text(url), .knownManagedApp: .boolean(isKnown)]
        case .universalLink(let url): [.url: .text(url)]
        case .incoming(let url, let app): [.url: .text(url), .from: app.map { .app($0) }].compactMapValues(\.self)
        case .connection(let host, let port, let view, let frame):
            [
                .view: view.map { .text($0) }, .host: .text(host), .port: .count(Int(port)),
                .frame: .text(frame.rawValue),
            ].compactMapValues(\.self)
        case .copy(let item, let source): Self.values(item, [.from: .place(source)])
        case .paste(let item, let source, let destination):
            Self.values(item, [.from: .place(source), .into: .place(destination)])
        case .pasteCopied(let kind, let characters, let destination):
            [
                .from: .pasteboard, .into: .place(destination), .type: kind.map { .text($0.rawValue) },
                .characters: characters.map { .count($0) },
            ].compactMapValues(\.self)
        case .upload(let source, let view, let isExternalFrame):
            [.from: .place(source), .into: .place(isExternalFrame ? .externalFrame(view) : .view(view))]
        case .save(let location, let account, let owner):
            Self.values(
                owner,
                account: .owner,
                place: .from,
                [.to: .text(location.rawValue), .account: Self.value(account)]
            )
        case .openFrom(let location, let account, let receiver):
            [
                .receiver: Self.value(receiver), .from: .text(location.rawValue), .account: Self.value(account),
            ].compactMapValues(\.self)
        case .send(let app, let method, let owner):
            Self.values(owner, account: .from, place: .from, [.to: .app(app), .via: .text(method.rawValue)])
        case .receive(let app, let account, let owner):
            [.into: Self.value(account), .from: .app(app), .owner: Self.value(owner)].compactMapValues(\.self)
        case .appSharing(let account): [.account: Self.value(account)].compactMapValues(\.self)
        case .setting(let setting, let owner):
            Self.values(owner, account: .account, place: .in, [.name: .text(setting.rawValue)])
        case .config(let key, let type, let query, let account):
            [
                .key: .text(key), .type: .text(type.rawValue), .query: .text(query.rawValue),
                .account: Self.value(account),
            ].compactMapValues(\.self)
        case .launch(let account, let device, let access, let now):
            Self.values(device, access, now, [.account: Self.value(account)])
        case .unlock(let account, let means, let device, let access, let now):
            Self.values(
                device,
                access,
                now,
                [.account: Self.value(account), .by: .words(means.map(\.rawValue))]
            )
        case .pin(let candidate, let isReused, let account):
            [
                .candidate: .candidate(candidate), .reused: isReused ? .boolean(true) : nil,
                .account: Self.value(account),
            ].compactMapValues(\.self)
        case .wait(let duration): [.duration: .duration(duration)]
        case .signIn(let account), .signOut(let account): [.account: .account(account)]
        case .switchIdentity(let account, let level, let window):
            [
                .to: Self.value(account) ?? .unset, .level: .text(level.rawValue),
                .window: window.map { .text($0.name) },
            ].compactMapValues(\.self)
        }
    }

    private static func value(_ account: AccountID?) -> FieldValue? { account.map { .account($0) } }

    private static func values(_ item: ClipboardItem?, _ others: [Field: FieldValue]) -> [Field: FieldValue] {
        guard let item else { return others }
        var values = others
        values[.type] = .text(item.kind.rawValue)
        if item.kind == .text { values[.characters] = .count(item.characters) }
        return values
    }

    private static func values(
        _ device: DeviceFacts,
        _ access: AccessState,
        _ now: Instant?,
        _ others: [Field: FieldValue?]
    ) -> [Field: FieldValue] {
        var values = others.compactMapValues(\.self)
        if device != DeviceFacts() { values[.device] = .device(device) }
        if access != AccessState() { values[.access] = .access(access) }
        values[.at] = now.map { .instant($0) }
        return values
    }

    private static func values(
        _ owner: Owner?,
        account: Field,
        place: Field,
        _ others: [Field: FieldValue?]
    ) -> [Field: FieldValue] {
        var values = others.compactMapValues(\.self)
        switch owner {
        case .account(let id)?: values[account] = .account(id)
        case .place(let at)?: values[place] = .place(at)
        case nil: break
        }
        return values
    }
}
