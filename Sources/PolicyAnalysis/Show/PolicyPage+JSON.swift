import Diagnostics
import PolicyModel

/// The page as a JSON object.
extension PolicyPage {
    /// The page in the JSON form of `demarc show`, on one line.
    ///
    /// - Parameter policy: The path of the policy, as it was given.
    /// - Returns: The object.
    /// - Complexity: O(*n*) in the length of the text.
    package func json(of policy: String) -> String {
        JSONForm.object([
            "policy": .string(policy),
            "revision": .number(revision),
            "digest": .string(orNull: digest),
            "accounts": .list(accounts.map(\.form)),
            "views": .list(views.map(\.form)),
            "omitted": .object([
                "accounts": .number(omitted.accounts), "apps": .number(omitted.apps), "views": .number(omitted.views),
                "schemes": .number(omitted.schemes),
            ]),
            "settings": .list(settings.map { .object($0.members + [.init("policy", .string(orNull: $0.policy))]) }),
            "baseline": baseline?.form ?? .null,
        ])
        .text
    }
}

extension PolicyPage.AccountSection {
    fileprivate var form: JSONForm {
        .object([
            "account": account.userForm,
            "alike": .list(alike.map { .string($0.canonical) }),
            "organization": .string(orNull: organization),
            "policy": .string(orNull: policy),
            "lines": .list(lines.map(\.form)),
        ])
    }
}

extension PolicyPage.Line {
    fileprivate var form: JSONForm {
        let target = owner.map { "\(self.target)@\($0.rawValue)" } ?? self.target
        return .object([.init("question", .string(question.rawValue)), .init("to", .string(target))] + outcome.members)
    }
}

extension PolicyPage.ViewSection {
    fileprivate var form: JSONForm {
        .object([
            "id": .string(id), "account": account.userForm, "internal": .object(`internal`.members),
            "external": .object(external.members), "unmatched": .object(unmatched.members),
        ])
    }
}

extension PolicyPage.Outcome {
    /// The optional members of an outcome: destination, page and answer, each only if present.
    fileprivate var members: [JSONForm.Member] {
        let optional: [JSONForm.Member?] = [
            destination.map { .init("destination", .string($0.rawValue)) },
            page.map { .init("page", .string($0.rawValue)) },
            value.map { .init("answer", .string($0.rawValue)) },
        ]
        let members: [JSONForm.Member] =
            [.init("verdict", .string(verdict.rawValue))] + optional.compactMap(\.self)
            + [.init("sentence", .string(sentence))]
        guard let setting else {
            return members + ["setting", "value", "isDefault", "at"].map { .init($0, .null) }
        }
        return members + setting.members
    }
}

extension SettingInForce {
    fileprivate var members: [JSONForm.Member] {
        [
            .init("setting", .string(name)), .init("value", value.form), .init("isDefault", .boolean(isDefault)),
            .init("at", .string(orNull: location?.description)),
        ]
    }
}

extension SettingInForce.Value {
    fileprivate var form: JSONForm {
        switch self {
        case .unset: .null
        case .boolean(let isTrue): .boolean(isTrue)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .texts(let texts): .list(texts.map { .string($0) })
        }
    }
}

extension LevelDistance {
    fileprivate var form: JSONForm {
        .object([
            "level": .number(level.rawValue),
            "deviations": .list(
                deviations.map { deviation in
                    .object([
                        "setting": .string(deviation.setting.name),
                        "policy": .string(orNull: deviation.setting.policy),
                        "value": deviation.setting.value.form,
                        "expected": deviation.expected.form,
                        "at": .string(orNull: deviation.setting.location?.description),
                    ])
                }
            ),
        ])
    }
}
