/// The value of a ``PolicySetting``, of the kind that the setting accepts.
public enum PolicySettingValue: Hashable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number.
    case number(Int)
    /// A text, or one word from a list.
    case text(String)
    /// A list of links or words.
    case texts([String])
    /// The scheme of an app.
    case scheme(RedirectScheme)
    /// A length of time.
    case duration(PolicyDuration)
    /// Exempted schemes.
    case protocols([ExemptedAppProtocol])
}

/// A type of property that can back a setting. The kind of the setting follows from it.
protocol PolicySettingContent: Sendable {
    static var kind: PolicySettingKind { get }
    /// The strictness of settings of the type, unless their row specifies another.
    static var strictness: PolicySettingStrictness { get }
    /// The form in a device's log, unless the row specifies another.
    static var logContent: DeviceLogForm.Content { get }

    /// The value; nil if the setting isn't set.
    var settingValue: PolicySettingValue? { get }
    /// Creates an instance from a value; nil for a value of another kind.
    init?(_ value: PolicySettingValue)
}

extension PolicySettingContent {
    static var strictness: PolicySettingStrictness { .unordered }
    static var logContent: DeviceLogForm.Content { .text }
}

/// One word from a list.
protocol PolicyWord: PolicySettingContent, PolicySettingElement, RawRepresentable<String>, CaseIterable {
    /// The words from the weakest to the strictest; empty if none is stricter than another.
    static var fromWeakest: [Self] { get }
}

extension PolicyWord {
    static var fromWeakest: [Self] { Array(allCases) }
    static var words: [String] { allCases.map(\.rawValue) }
    static var kind: PolicySettingKind { .word(words) }
    static var strictness: PolicySettingStrictness {
        fromWeakest.isEmpty ? .unordered : .words(fromWeakest.map(\.rawValue))
    }
    var settingValue: PolicySettingValue? { .text(rawValue) }

    init?(_ value: PolicySettingValue) {
        guard case .text(let text) = value else { return nil }
        self.init(rawValue: text)
    }

    static var listKind: PolicySettingKind { .words(words) }
    static func value(of list: [Self]) -> PolicySettingValue { .texts(list.map(\.rawValue)) }

    static func list(_ value: PolicySettingValue) -> [Self]? {
        guard case .texts(let texts) = value else { return nil }
        let words = texts.compactMap { Self(rawValue: $0) }
        return words.count == texts.count ? words : nil
    }
}

extension Bool: PolicySettingContent {
    static var kind: PolicySettingKind { .boolean }
    static var strictness: PolicySettingStrictness { .on }
    static var logContent: DeviceLogForm.Content {
        .numbers([.init(number: 0, value: .boolean(false)), .init(number: 1, value: .boolean(true))])
    }
    var settingValue: PolicySettingValue? { .boolean(self) }

    init?(_ value: PolicySettingValue) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }
}

extension Int: PolicySettingContent {
    static var kind: PolicySettingKind { .number(0...Int(Int32.max)) }
    static var logContent: DeviceLogForm.Content { .number }
    var settingValue: PolicySettingValue? { .number(self) }

    init?(_ value: PolicySettingValue) {
        guard case .number(let number) = value else { return nil }
        self = number
    }
}

extension String: PolicySettingContent {
    static var kind: PolicySettingKind { .text }
    var settingValue: PolicySettingValue? { .text(self) }

    init?(_ value: PolicySettingValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension RedirectScheme: PolicySettingContent {
    static var kind: PolicySettingKind { .scheme }
    var settingValue: PolicySettingValue? { .scheme(self) }

    init?(_ value: PolicySettingValue) {
        guard case .scheme(let scheme) = value else { return nil }
        self = scheme
    }
}

extension PolicyDuration: PolicySettingContent {
    static var kind: PolicySettingKind { .duration }
    static var strictness: PolicySettingStrictness { .shorter(zeroIsNever: false) }
    var settingValue: PolicySettingValue? { .duration(self) }

    init?(_ value: PolicySettingValue) {
        guard case .duration(let duration) = value else { return nil }
        self = duration
    }
}

extension Optional: PolicySettingContent where Wrapped: PolicySettingContent {
    static var kind: PolicySettingKind { Wrapped.kind }
    static var strictness: PolicySettingStrictness { Wrapped.strictness }
    static var logContent: DeviceLogForm.Content { Wrapped.logContent }
    var settingValue: PolicySettingValue? { self?.settingValue }

    init?(_ value: PolicySettingValue) {
        guard let wrapped = Wrapped(value) else { return nil }
        self = .some(wrapped)
    }
}

// MARK: Lists

/// A type of element in the list of a setting.
protocol PolicySettingElement: Sendable {
    static var listKind: PolicySettingKind { get }
    static func value(of list: [Self]) -> PolicySettingValue
    static func list(_ value: PolicySettingValue) -> [Self]?
}

extension String: PolicySettingElement {
    static var listKind: PolicySettingKind { .links }
    static func value(of list: [String]) -> PolicySettingValue { .texts(list) }

    static func list(_ value: PolicySettingValue) -> [String]? {
        guard case .texts(let texts) = value else { return nil }
        return texts
    }
}

extension ExemptedAppProtocol: PolicySettingElement {
    static var listKind: PolicySettingKind { .protocols }
    static func value(of list: [ExemptedAppProtocol]) -> PolicySettingValue { .protocols(list) }

    static func list(_ value: PolicySettingValue) -> [ExemptedAppProtocol]? {
        guard case .protocols(let protocols) = value else { return nil }
        return protocols
    }
}

extension Array: PolicySettingContent where Element: PolicySettingElement {
    static var kind: PolicySettingKind { Element.listKind }
    static var strictness: PolicySettingStrictness { .fewer }
    var settingValue: PolicySettingValue? { Element.value(of: self) }

    init?(_ value: PolicySettingValue) {
        guard let list = Element.list(value) else { return nil }
        self = list
    }
}
