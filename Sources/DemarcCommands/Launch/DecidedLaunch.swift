import Diagnostics
import PolicyModel

/// A launch and its decision, for people and for machines.
struct DecidedLaunch {
    /// The account of the launch; ``PolicyModel/AccountID/noUser`` for none.
    let account: AccountID
    /// The bundle id of the app.
    let app: String?
    let answer: Answer

    /// The verdict, which every answer about a launch has.
    var verdict: LaunchVerdict { answer.launchVerdict }

    /// The verdict, and those of the reasons: a warning also holds while a challenge is due, which is stricter.
    var verdicts: [LaunchVerdict] { [verdict] + answer.reasons.compactMap(\.action) }

    /// The launch as a JSON object.
    ///
    /// - Parameters:
    ///   - id: The id of the registration.
    ///   - explains: Whether reasons include their sentences.
    /// - Returns: The object.
    func form(id: String? = nil, explains: Bool) -> JSONForm {
        .object([
            "id": id.map { .string($0) }, "account": account.userForm, "app": .string(orNull: app),
            "verdict": .string(verdict.rawValue),
            "challenges": .list((answer.challenges ?? []).map { .string($0.rawValue) }),
            "reasons": .list(answer.reasons.map { $0.form(explains: explains) }),
            "nextCheck": .string(orNull: answer.text(of: .nextCheck)),
        ])
    }

    /// The launch as lines of text for people.
    func card(on page: Page) -> String {
        var text = "\(verdict.shown(on: page))  \(VisibleText.of(account.description))"
        if let app { text += "  \(VisibleText.of(app))" }
        text += "\n"
        if let challenges = answer.challenges, !challenges.isEmpty {
            text += Self.line("ask", challenges.map(\.rawValue).joined(separator: ", "), on: page)
        }
        for (position, reason) in answer.reasons.enumerated() {
            text += Self.line(position == 0 ? "because" : "and", reason.launchLine, on: page)
        }
        text += Self.line("next check", answer.text(of: .nextCheck) ?? "none", on: page)
        return text
    }

    private static func line(_ label: String, _ text: String, on page: Page) -> String {
        page.labeled("  \(label)", text, column: 14)
    }
}

extension Answer {
    /// The verdict of an answer about a launch. Any other answer would count as a block, but does not occur here.
    var launchVerdict: LaunchVerdict { if case .launch(let verdict) = outcome { verdict } else { .block } }
}

extension Reason {
    /// A reason of a launch in one line: the action it would cause by itself, the fact it depends on, and the rest.
    var launchLine: String {
        let about = [action?.rawValue, fact?.rawValue].compactMap(\.self).joined(separator: ", ")
        return about.isEmpty ? line : "\(line) (\(about))"
    }
}

extension LaunchVerdict {
    /// The verdict, in color if the page has color.
    func shown(on page: Page) -> String {
        let color: TextColor =
            switch self {
            case .allow: .green
            case .challenge, .warn: .yellow
            case .block, .wipe: .red
            }
        return page.painted(rawValue, color)
    }
}
