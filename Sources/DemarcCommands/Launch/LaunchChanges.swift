import Diagnostics
import PolicyModel

/// Whose verdict changes from one policy to another.
struct LaunchChanges {
    /// A launch that is decided otherwise.
    struct Change {
        let account: AccountID
        let app: String?
        let id: String?
        let before: LaunchVerdict
        let after: LaunchVerdict
        let challenges: LaunchChallenges?
        let nextCheck: Instant?
        /// The number of the list of reasons.
        fileprivate let reasons: Int

        /// Whether the new verdict is the stricter one.
        var isStricter: Bool { after > before }
    }

    /// So many changes are kept; of the others only their number is known.
    private static let keptLimit = 250_000

    private var kept: [Change] = []
    // Thousands of devices have the same reasons.
    private var reasons: [[Reason]] = []
    private var numbers: [[Reason]: Int] = [:]
    private var left = 0
    /// How many verdicts are stricter than before.
    private(set) var stricter = 0
    /// How many are less strict.
    private(set) var laxer = 0

    /// Whether some verdict is stricter.
    var hasStricter: Bool { stricter > 0 }

    /// Takes a launch in; one that is decided as before is no change.
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

    /// The changes: stricter verdicts first, and of those the strictest; then in the order of the input.
    var sorted: [Change] {
        kept.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.isStricter != second.isStricter { return first.isStricter }
            if first.after != second.after { return first.after > second.after }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// What is said where not every change was kept.
    var note: String? {
        left == 0 ? nil : "note: \(left) more verdicts change; only the first \(Self.keptLimit) are listed\n"
    }

    /// A change as a JSON object: the launch under the new policy, and what it was before.
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

    /// The changes as lines for people.
    func text(on page: Page) -> String {
        var text = ""
        for change in sorted {
            let names = [change.account.description, change.app, change.id].compactMap(\.self)
                .map { VisibleText.of($0) }
            let verdicts = "\(change.before.rawValue) → \(change.after.rawValue)"
            text += page.block("\(verdicts)  \(names.joined(separator: "  "))", hanging: 4)
            // What decides comes first.
            if let reason = reasons[change.reasons].first {
                text += page.block("because \(reason.launchLine)", indent: 4, hanging: 6)
            }
        }
        if !text.isEmpty { text += "\n" }
        return text + "\(stricter) stricter, \(laxer) less strict than before\n\n"
    }
}
