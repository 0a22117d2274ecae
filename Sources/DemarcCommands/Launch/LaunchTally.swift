import Diagnostics
import PolicyModel

/// Counts of verdicts for devices, and of their reasons.
struct LaunchTally {
    /// The number of invalid registrations that are reported individually.
    static let reportedLimit = 10

    private var counts: [LaunchVerdict: Int] = [:]
    private var reasons: [Reason: Int] = [:]
    /// The number of registrations.
    private(set) var count = 0
    /// The number of registrations of other platforms, to which no policy here applies.
    var otherPlatforms = 0
    /// The number of registrations of apps that the document does not decide about.
    var otherApps = 0
    /// Whether a page refers to a next page.
    var hasNextPage = false
    /// The registrations that could not be read.
    var bad = MalformedLines()

    /// The verdicts that occurred, and those of their reasons.
    var verdicts: [LaunchVerdict] { counts.keys + reasons.keys.compactMap(\.action) }

    mutating func count(_ launch: DecidedLaunch) {
        count += 1
        counts[launch.verdict, default: 0] += 1
        for reason in launch.answer.reasons { reasons[reason, default: 0] += 1 }
    }

    /// The notes on standard error at the end.
    var notes: [String] {
        var notes: [String] = []
        if otherPlatforms > 0 {
            let what = Quoted.count(otherPlatforms, "registration is", "registrations are")
            notes.append("note: \(what) of another platform, and skipped\n")
        }
        if otherApps > 0 {
            let what = Quoted.count(otherApps, "registration is", "registrations are")
            notes.append("note: \(what) of another app, and skipped\n")
        }
        if hasNextPage {
            notes.append(
                "warning: a page names a next page (`@odata.nextLink`); registrations on pages that aren't in the input "
                    + "are not counted\n"
            )
        }
        return notes
    }

    /// The message about unreadable registrations; nil if all could be read.
    var badMessage: String? {
        guard let first = bad.first else { return nil }
        let what = Quoted.count(bad.count, "registration")
        return "\(what) could not be read, the first at line \(first); the others are decided"
    }

    // MARK: Text

    /// Verdicts and reasons with their counts: strictest first, then most frequent.
    func text(at now: Instant, on page: Page) -> String {
        var text = "\(Quoted.count(count, "registration")) at \(now)\n\n"
        for verdict in LaunchVerdict.allCases {
            guard let number = counts[verdict] else { continue }
            let gap = String(repeating: " ", count: 11 - verdict.rawValue.count)
            text += "  \(verdict.shown(on: page))\(gap)\(number)\n"
        }
        if !reasons.isEmpty { text += "\n" }
        // The reasons of several policies may read the same, because a line shows no policy.
        var lines: [Line: Int] = [:]
        for (reason, number) in reasons { lines[Line(reason), default: 0] += number }
        let rows = lines.sorted { left, right in
            if left.key.action != right.key.action { return left.key.action > right.key.action }
            return left.value != right.value ? left.value > right.value : left.key.text < right.key.text
        }
        for (line, number) in rows { text += page.block("\(number) × \(line.text)", indent: 2, hanging: 4) }
        return text
    }

    /// A reason as it is shown.
    private struct Line: Hashable {
        let action: LaunchVerdict
        let text: String

        init(_ reason: Reason) {
            action = reason.action ?? .allow
            text = reason.launchLine
        }
    }
}
