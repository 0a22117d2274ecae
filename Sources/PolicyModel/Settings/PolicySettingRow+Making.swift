// The form of rows in the table of settings: anything that follows from the type of a property is omitted.

extension PolicySettingRow {
    /// A property of a policy.
    ///
    /// PERF: created when a value is needed. Creating the key paths of all rows takes half as long as opening a
    /// compiled policy, which needs only a few of them.
    typealias Place<Value> = @Sendable () -> any WritableKeyPath<AppProtectionPolicy, Value> & Sendable

    init<Value: PolicySettingContent>(
        _ place: @escaping Place<Value>,
        kind: PolicySettingKind?,
        strictness: PolicySettingStrictness?,
        unset: PolicySettingValue?,
        matters: @escaping @Sendable (AppProtectionPolicy) -> Bool,
        deviceLog: DeviceLogForm?,
        source: PolicySettingSource,
        decides: PolicySettingUse,
        summary: String
    ) {
        self.summary = summary
        self.kind = kind ?? Value.kind
        self.strictness = strictness ?? Value.strictness
        self.unset = unset
        self.deviceLog = deviceLog
        self.source = source
        self.decides = decides
        self.matters = matters
        value = { $0[keyPath: place()].settingValue }
        assign = { policy, value in
            guard let value else {
                policy[keyPath: place()] = AppProtectionPolicy()[keyPath: place()]
                return true
            }
            guard let content = Value(value) else { return false }
            policy[keyPath: place()] = content
            return true
        }
    }
}

extension PolicySetting {
    /// A row for a setting that decides something.
    func row<Value: PolicySettingContent>(
        _ place: @autoclosure @escaping PolicySettingRow.Place<Value>,
        in range: ClosedRange<Int>? = nil,
        stricter: PolicySettingStrictness? = nil,
        unset: PolicySettingValue? = nil,
        matters: @escaping @Sendable (AppProtectionPolicy) -> Bool = { _ in true },
        log: String? = nil,
        numbers: KeyValuePairs<Int, Value> = [:],
        unit: DeviceLogForm.Unit? = nil,
        decides: PolicySettingUse = .data,
        source: PolicySettingSource = .graphBeta,
        _ summary: String
    ) -> PolicySettingRow {
        let meanings = numbers.compactMap { number, value in
            value.settingValue.map { DeviceLogForm.Number(number: number, value: $0) }
        }
        let content = unit.map { .time($0) } ?? (meanings.isEmpty ? Value.logContent : .numbers(meanings))
        return PolicySettingRow(
            place,
            kind: range.map { .number($0) },
            strictness: stricter,
            unset: unset,
            matters: matters,
            deviceLog: log.map { DeviceLogForm(name: $0, content: content) },
            source: source,
            decides: decides,
            summary: summary
        )
    }

    /// A row for a list of words, which logs write as a sum of numbers.
    func row<Word: PolicyWord>(
        _ place: @autoclosure @escaping PolicySettingRow.Place<[Word]>,
        matters: @escaping @Sendable (AppProtectionPolicy) -> Bool,
        log: String,
        sum: KeyValuePairs<Int, Word>,
        source: PolicySettingSource = .graphBeta,
        _ summary: String
    ) -> PolicySettingRow {
        let bits = sum.map { DeviceLogForm.Bit(bit: $0, word: $1.rawValue) }
        return PolicySettingRow(
            place,
            kind: nil,
            strictness: nil,
            unset: nil,
            matters: matters,
            deviceLog: DeviceLogForm(name: log, content: .sum(bits)),
            source: source,
            decides: .data,
            summary: summary
        )
    }

    /// A row for a setting that is read, checked and kept, but decides nothing.
    func kept<Value: PolicySettingContent>(
        _ place: @autoclosure @escaping PolicySettingRow.Place<Value>,
        matters: @escaping @Sendable (AppProtectionPolicy) -> Bool = { _ in true },
        log: String? = nil,
        source: PolicySettingSource = .graphBeta,
        _ summary: String
    ) -> PolicySettingRow {
        PolicySettingRow(
            place,
            kind: nil,
            strictness: nil,
            unset: nil,
            matters: matters,
            deviceLog: log.map { DeviceLogForm(name: $0, content: Value.logContent) },
            source: source,
            decides: .nothing,
            summary: summary
        )
    }
}
