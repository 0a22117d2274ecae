import Diagnostics
import PolicyModel

/// The launches whose verdict differs between two policies.
struct LaunchChanges {
    /// A launch with different verdicts.
    struct Change {
        let account: AccountID
        let app: String?
        let id: String?
        let before: LaunchVerdict
        let after: LaunchVerdict
        let challenges: LaunchChallenges?
        let nextCheck: Instant?
        /// The index of the list of reasons.
        fileprivate let reasons: Int

        /// Whether the new verdict is stricter.
        var isStricter: Bool { after > before }
    }

    /// The maximum number of changes that are kept; the others are only counted.
    private static let keptLimit = 250_000

    private var kept: [Change] = []
    // Thousands of devices have the same reasons.
    private var reasons: [[Reason]] = []
    private var numbers: [[Reason]: Int] = [:]
    private var left = 0
    /// The number of verdicts that are stricter than before.
    private(set) var stricter = 0
    /// The number of verdicts that are less strict than before.
    private(set) var laxer = 0

    /// Whether any verdict is stricter.
    var hasStricter: Bool { stricter > 0 }

    /// Adds a launch; it is ignored if the verdict is the same as before.
    mutating func add(_ launch: DecidedLaunch, id: String?, before: LaunchVerdict) {
        let after = launch.verdict
        guard after != before else { return }
        if after > before { stricter += 1 } else { laxer += 1 }
        guard kept.count < Self.keptLimit else {
            left += 1
            return
        }
        let answer = launch.answer
        let number = numbers[answer.reasons] ?? reasons.count
        if number == reasons.count {
            reasons.append(answer.reasons)
            numbers[answer.reasons] = number
        }
        kept.append(
            Change(
                account: launch.account,
                app: launch.app,
                id: id,
                before: before,
                after: after,
                challenges: answer.challenges,
                nextCheck: answer.nextCheck,
                reasons: number
            )
        )
    }

    /// The changes: stricter verdicts first, the strictest of them at the top; otherwise in the order of the input.
    var sorted: [Change] {
        kept.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.isStricter != second.isStricter { return first.isStricter }
            if first.after != second.after { return first.after > second.after }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// A note if not every change was kept.
    var note: String? {
        left == 0 ? nil : "note: \(left) more verdicts change; only the first \(Self.keptLimit) are listed\n"
    }

    /// A change as a JSON object: the launch under the new policy, and its previous verdict.
    func form(of change: Change, explains: Bool) -> JSONForm {
        let answer = Answer(
            .launch(change.after),
            challenges: change.challenges,
            nextCheck: change.nextCheck,
            reasons: reasons[change.reasons]
        )
        let launch = DecidedLaunch(account: change.account, app: change.app, answer: answer)
        guard case .object(let members) = launch.form(id: change.id, explains: explains) else { return .null }
        return .object(
            members + [
                .init("before", .string(change.before.rawValue)),
                .init("change", .string(change.isStricter ? "stricter" : "laxer")),
            ]
        )
    }

    /// The changes as lines of text for people.
    func text(on page: Page) -> String {
        var text = ""
        for change in sorted {
            let names = [change.account.description, change.app, change.id].compactMap(\.self)
                .map { VisibleText.of($0) }
            let verdicts = "\(change.before.rawValue) → \(change.after.rawValue)"
            text += page.block("\(verdicts)  \(names.joined(separator: "  "))", hanging: 4)
            // The deciding reason comes first.
            if let reason = reasons[change.reasons].first {
                text += page.block("because \(reason.launchLine)", indent: 4, hanging: 6)
            }
        }
        if !text.isEmpty { text += "\n" }
        return text + "\(stricter) stricter, \(laxer) less strict than before\n\n"
    }
}
