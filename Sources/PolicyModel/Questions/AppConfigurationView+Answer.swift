import Diagnostics

extension AppConfigurationView {
    /// The answer to a query for one value of any type.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - kind: The requested type.
    ///   - query: The query. A query that the type does not support is answered `invalid`.
    /// - Returns: The answer, with a reason that identifies the place of the deciding value, but never contains a
    ///   value.
    /// - Complexity: O(*n*) in the candidates of the key.
    public func answer(
        to key: String,
        as kind: AppConfigurationValue.Kind,
        query: AppConfigurationQuery = .any
    ) -> Answer {
        guard query.exists(for: kind) else { return invalid(.configQuery, key, at: nil) }
        let range = AppConfigurationRange(rawValue: query.rawValue) ?? .any
        let answer: AppConfigurationAnswer<AppConfigurationValue> =
            switch kind {
            case .string: stringValue(key, range).map { .string($0) }
            case .number: numberValue(key, range).map { .number($0) }
            case .bool: boolValue(key, AppConfigurationJunction(rawValue: query.rawValue) ?? .any).map { .boolean($0) }
            }
        let candidates = candidates(of: key)
        let hasConflict = hasConflict(key)
        switch answer {
        case .value(let value):
            let isDefault = candidates.allSatisfy(\.isDefault)
            var reasons = [
                Reason(
                    code: isDefault ? .configDefault : .configValue,
                    setting: key,
                    location: candidates.first?.location
                )
            ]
            if hasConflict {
                reasons.append(Reason(code: .configConflict, setting: key, location: candidates.last?.location))
            }
            return Answer(
                .configuration(.value),
                configuration: AppConfigurationResult(value: value, hasConflict: hasConflict),
                reasons: reasons
            )
        case .absent:
            return Answer(
                .configuration(.absent),
                configuration: AppConfigurationResult(),
                reasons: [Reason(code: .configAbsent, setting: key)]
            )
        case .invalid(let place):
            let isToken = candidates.contains { if case .token = $0.value { $0.location == place } else { false } }
            return invalid(isToken ? .configToken : .configInvalid, key, at: place)
        }
    }

    private func invalid(_ code: ReasonCode, _ key: String, at place: SourceLocation?) -> Answer {
        Answer(
            .configuration(.invalid),
            configuration: AppConfigurationResult(hasConflict: hasConflict(key)),
            reasons: [Reason(code: code, setting: key, location: place)]
        )
    }
}
