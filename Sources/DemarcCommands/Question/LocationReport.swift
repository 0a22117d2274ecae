import Diagnostics
import PolicyAnalysis
import PolicyModel

/// The answers to one question about every location, for each possible owner of the location.
struct LocationReport {
    /// The owner of the locations in a column.
    struct Column {
        /// The name in JSON.
        var name: String
        /// The title of the column.
        var title: String
        /// The account that the location belongs to.
        var account: AccountID
    }

    /// A location with an answer for each column.
    struct Row {
        var location: String
        var answers: [QuestionReport.Answered]
    }

    var columns: [Column]
    var rows: [Row] = []

    /// The columns for the account that owns or receives the data, for an account without a policy, and for no account.
    static func columns(own: AccountID, personal: AccountID) -> [Column] {
        PolicyPage.Owner.allCases.map { owner in
            let title =
                switch owner {
                case .own: "OWN ACCOUNT"
                case .personal: "PERSONAL ACCOUNT"
                case .none: "NO ACCOUNT"
                }
            return Column(name: owner.rawValue, title: title, account: owner.account(own: own, personal: personal))
        }
    }

    /// The answers by location and column.
    func form(explains: Bool) -> JSONForm {
        .object(
            rows.map { row in
                let answers = zip(columns, row.answers).map { column, answered in
                    JSONForm.Member(column.name, .object(answered.answer.members(explains: explains)))
                }
                return JSONForm.Member(row.location, .object(answers))
            }
        )
    }

    /// A table of the verdicts, each with the number of the reason that decided, followed by these reasons.
    func text(on page: Page) -> String {
        var notes: [String] = []
        let cells = rows.map { row in
            [TextTable.Cell(row.location)]
                + row.answers.map { answered in
                    let note = answered.answer.decidingReason.map { number(of: $0.line, in: &notes) }
                    let text = answered.answer.verdictName + (note.map { " [\($0)]" } ?? "")
                    return TextTable.Cell(text, answered.answer.verdict?.color)
                }
        }
        let titles = ["LOCATION"] + columns.map(\.title)
        let table = TextTable(titles.map { TextTable.Column($0, .words(0)) }, for: cells, on: page)
        let list = notes.enumerated().map { position, note in
            let label = "[\(position + 1)] "
            return FittedText.block(label + note, columns: page.columns, hanging: label.count)
        }
        return table.header + cells.map { table.row($0) }.joined() + "\n" + list.joined()
    }

    private func number(of note: String, in notes: inout [String]) -> Int {
        if let known = notes.firstIndex(of: note) { return known + 1 }
        notes.append(note)
        return notes.count
    }
}

extension Verdict {
    /// The color of the verdict in tables and cards.
    var color: TextColor {
        switch self {
        case .allow, .plain: .green
        case .block: .red
        case .route, .allowEncrypted, .allowAsOrganizationData, .switchAccount, .protected: .yellow
        }
    }
}
