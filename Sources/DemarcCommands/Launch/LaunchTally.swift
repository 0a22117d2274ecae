import Diagnostics
import PolicyModel

/// How many devices get which verdict, and why.
struct LaunchTally {
    /// So many bad registrations are told one by one.
    static let toldLimit = 10

    private var counts: [LaunchVerdict: Int] = [:]
    private var reasons: [Reason: Int] = [:]
    /// How many registrations there were.
    private(set) var count = 0
    /// Registrations of other platforms, which no policy here is about.
    var otherPlatforms = 0
    /// Whether a page names a next one.
    var hasNextPage = false
    /// What could not be read.
    var bad = MalformedLines()

    /// The verdicts that there were.
    var verdicts: some Sequence<LaunchVerdict> { counts.keys }

    mutating func count(_ launch: DecidedLaunch) {
        count += 1
        counts[launch.verdict, default: 0] += 1
        for reason in launch.answer.reasons { reasons[reason, default: 0] += 1 }
    }

    /// What is told on standard error at the end.
    var notes: [String] {
        var notes: [String] = []
        if otherPlatforms > 0 {
            let what = otherPlatforms == 1 ? "1 registration is" : "\(otherPlatforms) registrations are"
            notes.append("note: \(what) of another platform, and skipped\n")
        }
        if hasNextPage {
            notes.append(
                "warning: a page names a next page (`@odata.nextLink`); registrations on pages that aren't in the input "
                    + "are not counted\n"
            )
        }
        return notes
    }

    /// What is said where something could not be read; nil where all could.
    var badMessage: String? {
        guard let first = bad.first else { return nil }
        let what = bad.count == 1 ? "1 registration" : "\(bad.count) registrations"
        return "\(what) could not be read, the first at line \(first); the others are decided"
    }

    // MARK: For people

    /// Verdicts with their numbers, and reasons with theirs: the strictest first, and then the most frequent.
    func text(at now: Instant, on page: Page) -> String {
        var text = "\(count == 1 ? "1 registration" : "\(count) registrations") at \(now)\n\n"
        for verdict in LaunchVerdict.allCases {
            guard let number = counts[verdict] else { continue }
            let gap = String(repeating: " ", count: 11 - verdict.rawValue.count)
            text += "  \(verdict.shown(on: page))\(gap)\(number)\n"
        }
        if !reasons.isEmpty { text += "\n" }
        let rows = reasons.sorted { left, right in
            let (first, second) = (left.key.action ?? .allow, right.key.action ?? .allow)
            if first != second { return first > second }
            return left.value != right.value
                ? left.value > right.value : left.key.launchLine < right.key.launchLine
        }
        for (reason, number) in rows {
            text += page.block("\(number) × \(reason.launchLine)", indent: 2, hanging: 4)
        }
        return text
    }
}
