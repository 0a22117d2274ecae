/// The table of questions: for each kind its fields, their types, and the verdicts and parts that the answer can have.
///
/// Readers of questions, their JSON form and the schema of scenario files all use this table, so the name of a field is
/// written only here.
extension Question {
    /// The kind of question. The raw value is the key under `when`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case navigate, open, canOpen, universalLink, connection
        case copy, paste, upload
        case save, openFrom
        case send, receive, appSharing
        case incoming
        case setting, config
        case launch, unlock, pin, wait
        case signIn, signOut, switchIdentity
    }

    /// The name of a field.
    package enum Field: String, Hashable, Sendable {
        case view, url, host, port, frame, answer, sameDocument, knownManagedApp
        case from, into, characters, type
        case owner, receiver, account, to, via
        case name, `in`
        case key, query
        case device, access, at, by, candidate, reused, duration
        case level, window
    }

    /// The type of a field's value, as it is written.
    package enum Form: Sendable {
        /// Any text.
        case text
        /// `true` or `false`.
        case boolean
        /// A number of characters.
        case count
        /// A TCP port.
        case port
        /// The name of a view.
        case view
        /// The name of a window.
        case window
        /// An account; `none` for no account.
        case account
        /// An account, or `unset`.
        case identity
        /// The id of an app.
        case app
        /// A place.
        case place
        /// A place, or `pasteboard`.
        case source
        /// A view, or an external frame of one.
        case page
        /// An account, or a place.
        case owner
        /// A moment as RFC 3339 writes it.
        case instant
        /// A length of time.
        case duration
        /// The known facts about a device.
        case device
        /// The known facts about an account's access.
        case access
        /// A PIN, which no message or report shows.
        case candidate
        /// One or several words from a list; messages use the given name for such a word.
        case words(called: String, among: [String])
        /// One word from a list; messages use the given name for it.
        case word(called: String, among: [String])

        fileprivate static func word<Value: RawRepresentable & CaseIterable>(_ name: String, _: Value.Type) -> Form
        where Value.RawValue == String {
            .word(called: name, among: Value.allCases.map(\.rawValue))
        }
    }

    /// What may be written in place of all fields.
    public enum ShortForm: Hashable, Sendable {
        /// The value of one field, as in `{setting: print}`.
        case value
        /// One or several values of a field, as in `{unlock: [pin, biometric]}`.
        case values
    }

    /// A row of the table.
    package struct FieldRule: Sendable {
        package let field: Field
        package let form: Form
        package let isRequired: Bool

        fileprivate init(_ field: Field, _ form: Form, isRequired: Bool = false) {
            self.field = field
            self.form = form
            self.isRequired = isRequired
        }
    }
}

extension Question.Kind {
    /// The fields, in the order in which they are written.
    package var fields: [Question.FieldRule] {
        switch self {
        case .navigate:
            [
                .init(.view, .view), .init(.url, .text, isRequired: true), .init(.frame, .word("frame", Frame.self)),
                .init(.answer, .word("answer", ExternalURLAnswer.self)), .init(.sameDocument, .boolean),
            ]
        case .open, .canOpen: [.init(.url, .text, isRequired: true), .init(.knownManagedApp, .boolean)]
        case .universalLink: [.init(.url, .text, isRequired: true)]
        case .incoming: [.init(.url, .text, isRequired: true), .init(.from, .app)]
        case .connection:
            [
                .init(.view, .view), .init(.host, .text, isRequired: true), .init(.port, .port, isRequired: true),
                .init(.frame, .word("frame", Question.TunnelFrame.self)),
            ]
        case .copy: [.init(.from, .place, isRequired: true)] + Self.item
        case .paste: [.init(.from, .source, isRequired: true), .init(.into, .place, isRequired: true)] + Self.item
        case .upload: [.init(.from, .place, isRequired: true), .init(.into, .page, isRequired: true)]
        case .save:
            [
                .init(.owner, .account), .init(.from, .place),
                .init(.to, .word("location", SaveLocation.self), isRequired: true), .init(.account, .account),
            ]
        case .openFrom:
            [
                .init(.receiver, .account), .init(.from, .word("location", OpenLocation.self), isRequired: true),
                .init(.account, .account),
            ]
        case .send:
            [
                .init(.from, .owner), .init(.to, .app, isRequired: true),
                .init(.via, .word("way to send", SharingMethod.self)),
            ]
        case .receive: [.init(.into, .account), .init(.from, .app, isRequired: true), .init(.owner, .account)]
        case .appSharing: [.init(.account, .account)]
        case .setting:
            [
                .init(.name, .word("setting", SingleSetting.self), isRequired: true), .init(.account, .account),
                .init(.in, .place),
            ]
        case .config:
            [
                .init(.key, .text, isRequired: true), .init(.type, .word("type", AppConfigurationValue.Kind.self)),
                .init(.query, .word("query", AppConfigurationQuery.self)), .init(.account, .account),
            ]
        case .launch: [.init(.account, .account)] + Self.facts
        case .unlock:
            [
                .init(.account, .account),
                .init(
                    .by,
                    .words(called: "way to unlock", among: UnlockMeans.allCases.map(\.rawValue)),
                    isRequired: true
                ),
            ] + Self.facts
        case .pin:
            [
                .init(.candidate, .candidate, isRequired: true), .init(.reused, .boolean), .init(.account, .account),
            ]
        case .wait: [.init(.duration, .duration, isRequired: true)]
        case .signIn, .signOut: [.init(.account, .account, isRequired: true)]
        case .switchIdentity:
            [
                .init(.to, .identity, isRequired: true), .init(.level, .word("level", Question.Level.self)),
                .init(.window, .window),
            ]
        }
    }

    private static let item: [Question.FieldRule] = [
        .init(.characters, .count), .init(.type, .word("type", ClipboardItem.Kind.self)),
    ]

    private static let facts: [Question.FieldRule] = [
        .init(.device, .device), .init(.access, .access), .init(.at, .instant),
    ]

    /// The field whose value alone may be written in place of all fields. A place alone could mean where the data is as
    /// well as where it goes, so questions about places have none.
    package var shortField: Question.Field? {
        switch self {
        case .navigate, .open, .canOpen, .universalLink, .incoming: .url
        case .setting: .name
        case .config: .key
        case .launch: .account
        case .unlock: .by
        case .pin: .candidate
        case .wait: .duration
        case .signIn, .signOut, .appSharing: .account
        case .switchIdentity: .to
        case .connection, .copy, .paste, .upload, .save, .openFrom, .send, .receive: nil
        }
    }

    /// The row of that field.
    package var shortRule: Question.FieldRule? { fields.first { $0.field == shortField } }

    /// The short form of the question; nil if its fields have to be named.
    public var shortForm: Question.ShortForm? {
        switch shortRule?.form {
        case nil: nil
        case .words?: .values
        default: .value
        }
    }

    /// Whether it changes the identity that acts, rather than asking a question.
    package var isIdentityChange: Bool { self == .signIn || self == .signOut || self == .switchIdentity }

    /// The verdicts that the answer can have if no handler of a host cancels a switch of the identity.
    package var verdicts: [String] {
        switch self {
        case .config: return AppConfigurationVerdict.allCases.map(\.rawValue)
        case .launch, .unlock, .wait: return LaunchVerdict.allCases.map(\.rawValue)
        case .signIn, .switchIdentity: return [SwitchIdentityResult.success, .notAllowed, .failed].map(\.rawValue)
        case .signOut: return [SwitchIdentityResult.success, .failed].map(\.rawValue)
        default: break
        }
        let verdicts: [Verdict] =
            switch self {
            case .navigate, .open, .canOpen, .universalLink, .incoming, .connection: [.allow, .route, .block]
            case .copy: [.plain, .protected, .block]
            case .paste, .upload, .save, .openFrom, .appSharing, .setting, .pin: [.allow, .block]
            case .send: [.allow, .allowEncrypted, .block]
            case .receive: [.allow, .allowAsOrganizationData, .switchAccount, .block]
            case .config, .launch, .unlock, .wait, .signIn, .signOut, .switchIdentity: []
            }
        return verdicts.map(\.rawValue)
    }

    /// The verdicts of all questions.
    package static let allVerdicts: [String] = {
        var seen: Set<String> = []
        return allCases.flatMap(\.verdicts).filter { seen.insert($0).inserted }
    }()

    /// The parts that the answer can have; every other part is always absent.
    package var answerParts: [Answer.Part] {
        switch self {
        case .navigate: [.verdict, .to, .url, .route, .page, .class, .rule, .reasons]
        case .connection: [.verdict, .to, .url, .route, .class, .rule, .reasons]
        case .open, .canOpen, .universalLink, .incoming: [.verdict, .to, .url, .route, .reasons]
        case .copy, .paste, .upload, .save, .openFrom, .send, .appSharing, .pin: [.verdict, .reasons]
        case .receive: [.verdict, .account, .reasons]
        case .setting: [.verdict, .value, .reasons]
        case .config: [.verdict, .value, .conflict, .reasons]
        case .launch, .unlock, .wait: [.verdict, .challenges, .nextCheck, .reasons]
        case .signIn, .signOut, .switchIdentity: [.verdict]
        }
    }
}

extension Question {
    /// The parts that its answer can have: those of its kind, but a value only if the setting has one.
    package var answerParts: [Answer.Part] {
        guard case .setting(let setting, of: _) = self, setting.values.isEmpty else { return kind.answerParts }
        return kind.answerParts.filter { $0 != .value }
    }

    /// The names of the views that the question is about.
    package var views: [String] {
        let values = values
        return kind.fields.compactMap { rule -> String? in
            switch (rule.form, values[rule.field]) {
            case (.view, .text(let name)?): name
            case (_, .place(.view(let name))?), (_, .place(.externalFrame(let name))?): name
            default: nil
            }
        }
    }
}

extension SingleSetting {
    /// The values of its more detailed answer; empty if the verdict is the whole answer.
    package var values: [SettingValue] {
        switch self {
        case .notifications: [.allow, .blockOrganizationalData, .block]
        case .fileEncryption: [.required, .notRequired]
        case .print, .contactSync, .widgetSync, .backup, .keyboards, .genmoji, .writingTools, .spotlight, .siriIntents,
            .appIntents, .screenCapture:
            []
        }
    }
}
