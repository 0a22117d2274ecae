import Diagnostics
import PolicyModel

/// The values of some keys in the app configurations, for people and for machines.
struct ConfigReport {
    /// A key and its values.
    struct Row {
        let key: String
        let candidates: [AppConfigurationCandidate]
        let answer: Answer
        /// Whether its values are shown.
        let isShown: Bool

        func has(_ failure: ConfigFailure) -> Bool {
            switch failure {
            case .conflict: answer.configuration?.hasConflict ?? false
            case .invalid: answer.outcome == .configuration(.invalid)
            }
        }
    }

    let account: AccountID
    let rows: [Row]

    init(
        _ view: AppConfigurationView,
        of account: AccountID,
        keys: [String],
        as kind: AppConfigurationValue.Kind,
        query: AppConfigurationQuery,
        scrubbing scrubbed: [String]
    ) {
        self.account = account
        rows = keys.map { key in
            Row(
                key: key,
                candidates: Array(view.candidates(of: key)),
                answer: view.answer(to: key, as: kind, query: query),
                // A key that differs only in case is probably meant too.
                isShown: !scrubbed.contains { $0.lowercased() == key.lowercased() }
            )
        }
    }

    func text(_ format: OutputFormat, on page: Page) -> String {
        switch format {
        case .table: rows.map { card($0, on: page) }.joined(separator: "\n")
        case .ndjson: rows.map { form($0).text + "\n" }.joined()
        case .json: JSONForm.list(rows.map { form($0) }).text + "\n"
        }
    }

    // MARK: Text

    private func card(_ row: Row, on page: Page) -> String {
        func line(_ label: String, _ text: String) -> String { page.labeled("  \(label)", text, column: 13) }
        let verdict = row.answer.verdictName
        var text = page.labeled(verdict, row.key, column: verdict.count + 2)
        if let value = row.answer.configuration?.value { text += line("answer", shown(value, row)) }
        if row.has(.conflict) { text += line("conflict", "targeted configurations disagree") }
        for candidate in row.candidates {
            let place = candidate.location.map { " \($0.description)" } ?? ""
            let channel = candidate.channel.rawValue + (candidate.isDefault ? " default" : "")
            text += line("candidate", "\(shown(candidate.value, row)) [\(channel)\(place)]")
        }
        for reason in row.answer.reasons where reason.code != .configValue && reason.code != .configConflict {
            text += line("because", "\(reason.code.rawValue): \(reason.message)")
        }
        return text
    }

    private func shown(_ value: AppConfigurationValue, _ row: Row) -> String {
        guard row.isShown else { return AppConfigurationValue.scrubbed }
        return switch value {
        case .string(let text), .token(let text): JSONText.string(text)
        case .boolean, .number: value.text
        }
    }

    // MARK: JSON

    private func form(_ row: Row) -> JSONForm {
        .object([
            "key": .string(row.key),
            "account": account.userForm,
            "candidates": .list(
                row.candidates.map { candidate in
                    .object([
                        "value": form(candidate.value, row), "channel": .string(candidate.channel.rawValue),
                        "default": .boolean(candidate.isDefault),
                        "at": .string(orNull: candidate.location?.description),
                    ])
                }
            ),
            "conflict": .boolean(row.has(.conflict)),
            "answer": .object([
                "kind": .string(row.answer.verdictName),
                "value": row.answer.configuration?.value.map { form($0, row) } ?? .null,
            ]),
        ])
    }

    private func form(_ value: AppConfigurationValue, _ row: Row) -> JSONForm {
        row.isShown ? value.form : .string(AppConfigurationValue.scrubbed)
    }
}
