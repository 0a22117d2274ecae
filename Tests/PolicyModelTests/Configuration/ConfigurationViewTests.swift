import PolicyModel
import TestSupport
import Testing

@Suite("App configuration views") struct ConfigurationViewTests {
    @Test("Every multiset of up to four values, in every order of documents, equals the table")
    func multisets() {
        var checked = 0
        for (number, values) in Self.multisets(of: SampleValue.all, upTo: 4).enumerated() where TestSize.tries(number) {
            let oracle = ConfigurationOracle(values)
            for order in Self.orders(values.map(\.document)) {
                let view = AppConfigurationView(order)
                checked += 1
                guard let difference = Self.difference(view, oracle) else { continue }
                Issue.record("\(values.map { "\($0.value) \($0.channel) \($0.isDefault)" }): \(difference)")
                return
            }
        }
        // 4,845 multisets of 16 values; there are fewer than 24 orders if some values are equal.
        #expect(checked > (TestSize.isThorough ? 50_000 : 10_000))
    }

    private static func difference(_ view: AppConfigurationView, _ oracle: ConfigurationOracle) -> String? {
        if view.hasConflict("key") != oracle.hasConflict { return "conflict \(view.hasConflict("key"))" }
        if view.allStrings("key") != oracle.allStrings { return "allStrings" }
        if view.allNumbers("key") != oracle.allNumbers { return "allNumbers" }
        if view.allBools("key") != oracle.allBools { return "allBools" }
        for query in [AppConfigurationRange.any, .min, .max] {
            let word = AppConfigurationQuery(rawValue: query.rawValue) ?? .any
            let string = text(view.stringValue("key", query)) { $0 }
            if string != oracle.answer(.string, word) { return "string \(query) \(string)" }
            let number = text(view.numberValue("key", query)) { "\($0)" }
            if number != oracle.answer(.number, word) { return "number \(query) \(number)" }
        }
        for query in [AppConfigurationJunction.any, .or, .and] {
            let word = AppConfigurationQuery(rawValue: query.rawValue) ?? .any
            let bool = text(view.boolValue("key", query)) { "\($0)" }
            if bool != oracle.answer(.bool, word) { return "bool \(query) \(bool)" }
        }
        return nil
    }

    private static func text<Value>(_ answer: AppConfigurationAnswer<Value>, _ text: (Value) -> String) -> String {
        switch answer {
        case .value(let value): text(value)
        case .absent: "absent"
        case .invalid: "invalid"
        }
    }

    private static func multisets(of values: [SampleValue], upTo count: Int) -> [[SampleValue]] {
        var all: [[SampleValue]] = [[]]
        var last: [(values: [SampleValue], from: Int)] = [([], 0)]
        for _ in 0..<count {
            last = last.flatMap { one in
                (one.from..<values.count).map { (one.values + [values[$0]], $0) }
            }
            all += last.map(\.values)
        }
        return all
    }

    /// Every distinct order.
    private static func orders(_ documents: [AppConfigurationDocument]) -> [[AppConfigurationDocument]] {
        guard documents.count > 1 else { return [documents] }
        var seen: Set<AppConfigurationDocument> = []
        var orders: [[AppConfigurationDocument]] = []
        for (position, first) in documents.enumerated() where seen.insert(first).inserted {
            var rest = documents
            rest.remove(at: position)
            orders += Self.orders(rest).map { [first] + $0 }
        }
        return orders
    }

    @Test(
        "Only certain spellings of a string are a Boolean or a number",
        arguments: [
            ("true", true, nil), ("TRUE", true, nil), ("Yes", true, nil), ("1", true, 1), ("false", false, nil),
            ("nO", false, nil), ("0", false, 0), ("", nil, nil), (" true", nil, nil), ("true ", nil, nil),
            ("on", nil, nil), ("y", nil, nil), ("01", nil, nil), ("-0", nil, -0.0), ("+1", nil, nil), ("1.", nil, nil),
            (".5", nil, nil), ("1e5", nil, 100_000), ("1E+2", nil, 100), ("1e", nil, nil), ("1e999", nil, nil),
            ("0x10", nil, nil), ("Infinity", nil, nil), ("nan", nil, nil), ("1_000", nil, nil), ("١", nil, nil),
            ("9007199254740992", nil, 9_007_199_254_740_992), ("-9007199254740991.0", nil, -9_007_199_254_740_991),
            ("9007199254740993", nil, nil), ("9007199254740993.0", nil, nil), ("-9007199254740993e0", nil, nil),
            ("9007199254740992.5", nil, nil), ("1e16", nil, nil), ("9e15", nil, 9e15), ("1e300", nil, nil),
            ("-", nil, nil), ("--1", nil, nil), ("1 ", nil, nil), ("ﬀ", nil, nil),
        ] as [(String, Bool?, Double?)]
    )
    func spellings(text: String, bool: Bool?, number: Double?) {
        let view = Self.view(["key": text])
        #expect(view.boolValue("key") == (bool.map { .value($0) } ?? .invalid(at: nil)))
        #expect(view.numberValue("key") == (number.map { .value($0) } ?? .invalid(at: nil)))
    }

    @Test("Keys and values are compared byte by byte")
    func bytes() {
        let view = Self.view(["caf\u{E9}": "composed", "cafe\u{301}": "decomposed", "Key": "a", "key": "b"])
        #expect(view.keys.count == 4)
        #expect(view.stringValue("caf\u{E9}") == .value("composed"))
        #expect(view.stringValue("cafe\u{301}") == .value("decomposed"))
        #expect(view.stringValue("KEY") == .absent)
        let both = AppConfigurationView([Self.document(["k": "caf\u{E9}"]), Self.document(["k": "cafe\u{301}"])])
        #expect(both.hasConflict("k"))
        #expect(both.allStrings("k").count == 2)
    }

    @Test(
        "Screen capture is allowed only if every candidate is exactly the expected word",
        arguments: [
            ([], false), (["Disabled"], true), (["Disabled", "Disabled"], true), (["Disabled", "Enabled"], false),
            (["disabled"], false), (["Disabled "], false),
        ] as [([String], Bool)]
    )
    func screenCapture(values: [String], opens: Bool) {
        let key = AppConfigurationDocument.screenCaptureKey
        #expect(AppConfigurationView(values.map { Self.document([key: $0]) }).opensScreenCapture == opens)
        let token = AppConfigurationDocument(.mdm, settings: [AppConfigurationSetting(key, .token("Disabled"))])
        #expect(!AppConfigurationView([token]).opensScreenCapture)
    }

    @Test(
        "The object id names the user of the device, or else the principal name; `mdmUser` replaces both",
        arguments: [
            ("dana", "kim", nil, "dana"), ("stranger", "KIM", nil, "kim"), (nil, "kim", nil, "kim"),
            ("dana", nil, nil, "dana"), ("stranger", "other", nil, nil), (nil, nil, nil, nil),
            ("dana", "dana", "kim", "kim"), ("dana", "kim", "stranger", nil),
        ] as [(String?, String?, String?, String?)]
    )
    func deviceUser(objectID: String?, principalName: String?, stated: String?, user: String?) {
        let names = [
            (AppConfigurationDocument.userObjectIDKey, objectID),
            (AppConfigurationDocument.userPrincipalNameKey, principalName),
        ]
        let settings = names.compactMap { key, name in name.map { AppConfigurationSetting(key, .string($0)) } }
        let document = PolicyDocument(
            accounts: AccountDirectory(["dana", "kim"].map { Account(id: AccountID($0), policy: "p") }),
            user: nil,
            mdmUser: stated.map { AccountID($0) }
        )
        let found = document.mdmUser(of: AppConfigurationDocument(.mdm, settings: settings))
        #expect(found?.id == user.map { AccountID($0) })
    }

    @Test("A union of views has all candidates, and keeps a default next to another view's targeted value")
    func union() {
        let one = Self.view(["a": "1"])
        let other = AppConfigurationView([Self.document(["a": "2"], isDefault: true), Self.document(["b": "3"])])
        let union = AppConfigurationView(union: [one, other])
        #expect(union.allStrings("a") == ["1", "2"])
        #expect(!union.hasConflict("a"))
        #expect(union.stringValue("b") == .value("3"))
        #expect(AppConfigurationView(union: []) == .empty)
    }

    @Test("A full answer shows no value in its reasons, and an unknown query is invalid")
    func answers() {
        let view = AppConfigurationView([Self.document(["k": "secret-a"]), Self.document(["k": "secret-b"])])
        let answer = view.answer(to: "k", as: .string)
        #expect(answer.verdictName == "value" && answer.text(of: .value) == "secret-a")
        #expect(answer.reasons.map(\.code) == [.configValue, .configConflict])
        #expect(answer.decidedBy == 0)
        #expect(!answer.reasons.contains { $0.line.contains("secret") })
        #expect(view.answer(to: "k", as: .bool, query: .max).reasons.map(\.code) == [.configQuery])
        #expect(view.answer(to: "k", as: .number).reasons.map(\.code) == [.configInvalid])
    }

    private static func document(_ settings: [String: String], isDefault: Bool = false) -> AppConfigurationDocument {
        AppConfigurationDocument(
            isDefault: isDefault,
            settings: settings.map { AppConfigurationSetting($0.key, .string($0.value)) }
        )
    }

    private static func view(_ settings: KeyValuePairs<String, String>) -> AppConfigurationView {
        let settings = settings.map { AppConfigurationSetting($0.key, .string($0.value)) }
        return AppConfigurationView([AppConfigurationDocument(settings: settings)])
    }
}
